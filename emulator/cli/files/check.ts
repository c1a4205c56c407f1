import { statSync } from 'node:fs';
import { atMostWords, type CliCommand, EXIT, UsageError } from '../../../shared/command.ts';
import { diskFiles } from '../../adapters/files/disk-files.ts';
import { keptWorld } from '../../host/keeping/kept-config.ts';
import { loadDeviator } from '../../host/load-deviator.ts';
import { type Inspection, inspectFolder } from '../../storage/inspect-folder.ts';
import { print } from '../print.ts';

export const checkCommand: CliCommand = {
  forms: { DIR: '' },
  flags: { json: { about: 'print worlds, files and start messages as JSON' } },
  notes:
    'DIR is a data directory (--data-dir). Stop its emulator first: files that are being written can look damaged.',
  exits: { [EXIT.fine]: 'all acknowledged changes are present', [EXIT.problems]: 'a file is damaged or missing' },
  examples: {
    'Check a folder': 'tryon-emulator check worlds',
    'List every file as JSON': 'tryon-emulator check worlds --json',
  },
  run: async (flags, [dir, ...words]) => {
    if (dir === undefined) throw new UsageError('check needs a directory: tryon-emulator check DIR');
    atMostWords(words, 0);
    if (statSync(dir, { throwIfNoEntry: false })?.isDirectory() !== true)
      throw new UsageError(`${dir} is not a directory: use the folder of --data-dir`);
    const found = await inspectFolder({ files: diskFiles(dir), makeWorld: keptWorld, loadDeviator });
    print(flags['json'] === true ? JSON.stringify({ dir, ...found }) : inspectionText(dir, found));
    const isWhole = found.problem === null && found.files.every(({ state }) => state === 'whole' || state === 'torn');
    return isWhole ? EXIT.fine : EXIT.problems;
  },
};

function inspectionText(dir: string, { problem, worlds, jobs, assets, notices, files }: Inspection): string {
  const wrong = files.filter(({ state }) => state !== 'whole');
  const count = `${files.length - wrong.length} of ${files.length} files are whole`;
  return [
    problem === null
      ? `${dir}: an emulator starts on it, with ${worlds.length} worlds, ${jobs} jobs and ${assets} assets; ${count}`
      : `${dir}: an emulator does not start on it; ${count}`,
    ...wrong.map(({ file, state, problem: why }) => `  ${state}: ${file}${why === undefined ? '' : ` (${why})`}`),
    ...notices.map((notice) => `  at the start: ${notice}`),
    ...(problem === null ? [] : [problem]),
  ].join('\n');
}
