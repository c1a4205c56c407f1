import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fixtures } from '../../fixtures/index.ts';
import { atMostWords, type CliCommand, textFlag, UsageError } from '../../shared/command.ts';
import { say } from './remote.ts';

type Row = { file: string; media_type: string; bytes: number; says: string };

export const fixturesCommand: CliCommand = {
  forms: { '[--out DIR]': '' },
  flags: {
    out: { about: 'write the pictures to this folder, which is created if needed', value: 'DIR' },
    json: { about: 'print the list as JSON' },
  },
  notes: 'A magic image decides the outcome of its job: a client can cause every outcome without a control call.',
  examples: {
    'List the pictures': 'tryon-emulator fixtures',
    'Write them to a folder': 'tryon-emulator fixtures --out faces',
  },
  run: async (flags, words) => {
    atMostWords(words, 0);
    const out = textFlag(flags, 'out');
    const files = allFiles();
    if (out !== undefined) for (const { name, bytes } of files) write(out, name, bytes());
    return say(
      flags,
      files.map(({ row }) => row),
      (rows) => rows.map(rowLine).join('\n'),
    );
  },
};

function allFiles(): { name: string; bytes: () => Buffer; row: Row }[] {
  const faces = fixtures
    .faces()
    .flatMap(({ files, width, height }) => files.map((file) => ({ file, says: `a face, ${width} x ${height}` })));
  const magic = fixtures.magic().map((file) => ({ file, says: file.says }));
  return [...faces, ...magic].map(({ file, says }) => {
    const name = file.file.split('/').at(-1) ?? file.file;
    const row = { file: name, media_type: file.mediaType, bytes: file.sizeBytes, says };
    return { name, bytes: () => file.bytes(), row };
  });
}

function write(folder: string, name: string, bytes: Buffer): void {
  try {
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, name), bytes);
  } catch {
    throw new UsageError(`--out ${folder} cannot be written to`);
  }
}

function rowLine({ file, bytes, says }: Row): string {
  return `${file.padEnd(24)} ${`${Math.round(bytes / 1024)} KiB`.padStart(8)}  ${says}`;
}
