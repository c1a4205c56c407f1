import { fixtures, type ImageFile } from '../../fixtures/index.ts';
import { errorReply, jsonReply, reply, type ServedRow } from './reply.ts';

/** `/_emulator/fixtures`: the drawn faces and the magic images, for clients in other languages. */
export const FIXTURE_ROWS: readonly ServedRow[] = [
  {
    method: 'GET',
    path: '/fixtures',
    answer: () => jsonReply({ faces: fixtures.faces().map(faceReport), magic: fixtures.magic().map(magicReport) }),
  },
  {
    method: 'GET',
    path: '/fixtures/:folder/:file',
    answer: (_, ids) => {
      const wanted = ids.join('/');
      const images = [...fixtures.faces().flatMap(({ files }) => files), ...fixtures.magic()];
      const image = images.find(({ file }) => file === wanted);
      return image === undefined
        ? errorReply(404, `there is no fixture ${wanted}; /_emulator/fixtures lists them`)
        : reply(image.bytes(), { 'content-type': image.mediaType });
    },
  },
];

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
