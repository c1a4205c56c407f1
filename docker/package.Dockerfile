# The image from the installed package, without a checkout:
#   docker build --file node_modules/tryon-kit/docker/package.Dockerfile --tag tryon-kit/emulator node_modules/tryon-kit
ARG NODE_IMAGE=node:24-bookworm-slim

FROM ${NODE_IMAGE} AS install
COPY . /package
# Leaves out binaries of other platforms in the context: npm installs those for the platform of the image.
WORKDIR /package
RUN rm -rf node_modules && chmod 755 docker/entry.sh && npm pack --silent --ignore-scripts --pack-destination /tmp
# In a separate folder, because npm fails at the root of a file system (`Tracker "idealTree" already exists`).
WORKDIR /image
RUN npm install --omit=dev --omit=peer --no-save --no-package-lock --no-audit --no-fund /tmp/tryon-kit-*.tgz

FROM ${NODE_IMAGE}
EXPOSE 4010
HEALTHCHECK --interval=5s --timeout=5s --start-period=10s --retries=3 CMD ["tryon-emulator", "ready", "--timeout", "0s"]
ENTRYPOINT ["tryon-entry"]
RUN ln -s /node_modules/.bin/tryon-emulator /node_modules/.bin/tryon-conformance /usr/local/bin/ \
 && mkdir /config /data && chmod 1777 /data
VOLUME /config /data
WORKDIR /data
USER node
COPY --from=install /package/docker/entry.sh /usr/local/bin/tryon-entry
# At the root, so that `import 'tryon-kit'` works in a script mounted anywhere.
COPY --from=install /image/node_modules /node_modules
