import type { Hono } from 'hono';
import { fixtures, type ImageFile } from '../../fixtures/index.ts';

/** `/_emulator/fixtures`: the drawn faces and the magic images, for clients in other languages. */
export function serveFixtures(app: Hono): void {
  app.get('/fixtures', (context) =>
    context.json({ faces: fixtures.faces().map(faceReport), magic: fixtures.magic().map(magicReport) }),
  );
  app.get('/fixtures/:folder/:file', (context) => {
    const wanted = `${context.req.param('folder')}/${context.req.param('file')}`;
    const images = [...fixtures.faces().flatMap(({ files }) => files), ...fixtures.magic()];
    const image = images.find(({ file }) => file === wanted);
    if (image === undefined) {
      return context.json(
        { error: { message: `there is no fixture ${wanted}; /_emulator/fixtures lists them`, problems: [] } },
        404,
      );
    }
    return context.body(new Uint8Array(image.bytes()), 200, { 'Content-Type': image.mediaType });
  });
}

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
