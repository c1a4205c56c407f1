import { fixtures, type ImageFile } from '../../fixtures/index.ts';
import { errorReply, jsonReply, reply, type Served } from './reply.ts';

/** `/_emulator/fixtures`: the drawn faces and the magic images, for clients in other languages. */
export const SERVED_FIXTURES: Served = {
  'GET /fixtures': () =>
    jsonReply({ faces: fixtures.faces().map(faceReport), magic: fixtures.magic().map(magicReport) }),
  'GET /fixtures/:folder/:file': (_, ids) => {
    const wanted = ids.join('/');
    const images = [...fixtures.faces().flatMap(({ files }) => files), ...fixtures.magic()];
    const image = images.find(({ file }) => file === wanted);
    if (image === undefined) return errorReply(404, `there is no fixture ${wanted}; /_emulator/fixtures lists them`);
    return reply(image.bytes(), { 'content-type': image.mediaType });
  },
};

function faceReport({ name, width, height, files }: ReturnType<typeof fixtures.face>) {
  return { name, width, height, files: files.map(fileReport) };
}

function magicReport(image: ReturnType<typeof fixtures.magicImage>) {
  const { name, width, height, outcome, says } = image;
  return { name, width, height, outcome, says, ...fileReport(image) };
}

function fileReport({ file, mediaType, sizeBytes, digest }: ImageFile) {
  return { href: `/_emulator/fixtures/${file}`, media_type: mediaType, size_bytes: sizeBytes, digest };
}
