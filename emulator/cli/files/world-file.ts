import { writeFile } from 'node:fs/promises';
import { atMostWords, type CliCommand, textFlag, UsageError } from '../../../shared/command.ts';
import { counted } from '../../../shared/counted.ts';
import type { SnapshotReport } from '../../control/schemas/world-shapes.ts';
import { causeOf } from '../../storage/data-problem.ts';
import { callRemote, REMOTE_HELP, REMOTE_OPTIONS, say } from '../remote.ts';
import { writtenBytes } from './written-bytes.ts';

const OPTIONS = { ...REMOTE_OPTIONS, snapshot: { type: 'string' } } as const;

export const exportCommand: CliCommand = {
  help: `tryon-emulator export FILE: write all that a world is into one file, its pictures included.

  --snapshot NAME  one of its snapshots, not the world as it is now
${REMOTE_HELP}

Keys and secrets are in the file, which only you can read. tryon-emulator import reads it, and from: FILE in a configuration.`,
  options: OPTIONS,
  run: async (flags, words) => {
    const file = fileIn(words, 'export');
    const bytes = await callRemote<Uint8Array>(flags, 'GET', pathOf(textFlag(flags, 'snapshot')));
    try {
      await writeFile(file, bytes, { mode: 0o600 });
    } catch (error) {
      throw new UsageError(`${file} cannot be written: ${causeOf(error)}`);
    }
    return say(flags, { file, bytes: bytes.byteLength }, () => `${file}: ${counted(bytes.byteLength, 'byte')}`);
  },
};

export const importCommand: CliCommand = {
  help: `tryon-emulator import FILE: make a world that of a file, to which a reset comes back from then on.

  --snapshot NAME  keep it as a snapshot, and leave the world as it is
${REMOTE_HELP}`,
  options: OPTIONS,
  run: async (flags, words) => {
    const file = fileIn(words, 'import');
    const bytes = writtenBytes(file);
    return say(
      flags,
      await callRemote<SnapshotReport>(flags, 'POST', pathOf(textFlag(flags, 'snapshot')), bytes),
      line,
    );
  },
};

function fileIn(words: readonly string[], command: string): string {
  atMostWords(words, 1);
  if (words[0] === undefined) throw new UsageError(`${command} needs a file`);
  return words[0];
}

function pathOf(snapshot: string | undefined): string {
  return snapshot === undefined ? '/file' : `/file?snapshot=${encodeURIComponent(snapshot)}`;
}

function line({ name, at, jobs, assets }: SnapshotReport): string {
  return `${name}  ${at}  ${counted(jobs, 'job')}, ${counted(assets, 'asset')}`;
}
