import { linesOfFile, sealedFile } from '../../../emulator/testing/kept-emulator.ts';
import { type Answer, callControl, exercised, isFailure } from './exercise.ts';
import { type Mutation, mutated, withValue } from './mutations.ts';
import { type OpenedForFuzz, openForFuzz, WORKED, work } from './worked-worlds.ts';

/** Files of worlds in several states. */
export async function worldFiles(): Promise<Uint8Array[]> {
  return Promise.all(
    WORKED.map(async (options, depth) => {
      const opened = await openForFuzz(options);
      await work(opened, depth);
      const file = await opened.emulator.files.export();
      await opened.emulator.close();
      return file;
    }),
  );
}

/** Changes fields of the file and updates its checksum. */
export function withFields(file: Uint8Array, mutations: readonly Mutation[]): Uint8Array {
  const lines = mutations.reduce((all, mutation) => withLine(all, mutation), linesOfFile(file));
  return sealedFile(lines);
}

function withLine(lines: unknown[], mutation: Mutation): unknown[] {
  const { what, at, to } = mutation;
  const [place, other] = [at % lines.length, to % lines.length];
  if (what === 'drop-line') return lines.toSpliced(place, 1);
  if (what === 'double-line') return lines.toSpliced(place, 0, lines[place]);
  if (what === 'swap-lines') return lines.with(place, lines[other]).with(other, lines[place]);
  return lines.with(place, withValue(lines[place], mutation));
}

export type FileTrial = { structured: boolean; base: number; mutations: Mutation[] };

/** Loads a changed file into a world. It must be refused with its place and change nothing, or the world must work. */
export async function tryWorldFile(files: readonly Uint8Array[], trial: FileTrial, dataDir: string) {
  const file = files[trial.base % files.length] ?? new Uint8Array();
  const changed = trial.structured ? withFields(file, trial.mutations) : mutated(file, trial.mutations);
  const opened = await openForFuzz({ dataDir, accounts: [{ name: 'mine', keys: [{ secret: 'pk_test_mine' }] }] });
  try {
    await opened.client.upload({ key: 'pk_test_mine' });
    const before = await opened.emulator.files.export();
    const answer = await callControl(opened, 'POST', '/file', changed);
    const { status } = answer;
    const faults = status === 200 ? await exercised(opened) : await refused(opened, answer, before);
    return { outcome: status === 200 ? 'taken' : `refused ${status}`, faults: [...faults, ...opened.unexpected] };
  } finally {
    await opened.emulator.close();
  }
}

async function refused(opened: OpenedForFuzz, answer: Answer, before: Uint8Array): Promise<string[]> {
  const { status, text } = answer;
  const after = await opened.emulator.files.export();
  const isSaid = text.includes('"message"') && !/\n\s+at /.test(text);
  return [
    ...(isFailure(answer) ? [`the import answers ${status}: ${text.slice(0, 300)}`] : []),
    ...(isSaid ? [] : [`the refusal has no message: ${text.slice(0, 300)}`]),
    ...(Buffer.from(after).equals(Buffer.from(before)) ? [] : ['a refused import has changed something']),
  ];
}
