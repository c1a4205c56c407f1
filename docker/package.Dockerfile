# The image from the installed package, for those who have no checkout:
#   docker build --file node_modules/tryon-kit/docker/package.Dockerfile --tag tryon-kit/emulator node_modules/tryon-kit
ARG NODE_IMAGE=node:24-bookworm-slim

FROM ${NODE_IMAGE}
EXPOSE 4010
HEALTHCHECK --interval=5s --timeout=5s --start-period=10s --retries=3 CMD ["tryon-emulator", "ready", "--timeout", "0s"]
ENTRYPOINT ["tryon-entry"]
COPY . /tmp/tryon-kit
# At the root, so that `import 'tryon-kit'` works in a script wherever it is mounted. What the context brings of other
# platforms stays behind: npm takes the binaries of the image's own.
RUN cd /tmp/tryon-kit && rm -rf node_modules && npm pack --silent --ignore-scripts --pack-destination /tmp \
 && cd / && npm install --omit=dev --omit=peer --no-save --no-package-lock --no-audit --no-fund /tmp/tryon-kit-*.tgz \
 && install -m 755 /tmp/tryon-kit/docker/entry.sh /usr/local/bin/tryon-entry && rm -rf /tmp/tryon-kit* /root/.npm \
 && ln -s /node_modules/.bin/tryon-emulator /node_modules/.bin/tryon-conformance /usr/local/bin/ \
 && mkdir /config /data && chmod 1777 /data
VOLUME /config /data
WORKDIR /data
USER node
