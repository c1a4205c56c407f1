import { atMostWords, type CliCommand, oneOfWords, UsageError } from '../../shared/command.ts';
import { counted } from '../../shared/counted.ts';
import type { SnapshotReport } from '../control/schemas/world-shapes.ts';
import { callRemote, REMOTE_HELP, REMOTE_OPTIONS, say } from './remote.ts';

export const snapshotCommand: CliCommand = {
  help: `tryon-emulator snapshot save NAME   keep all that a world is, its clock and its half-done jobs included
tryon-emulator snapshot load NAME   put the world back
tryon-emulator snapshot [list]      what is kept

${REMOTE_HELP}`,
  options: REMOTE_OPTIONS,
  run: async (flags, [action = 'list', ...words]) => {
    const wanted = oneOfWords(action, ['list', 'save', 'load'], 'the word after snapshot');
    atMostWords(words, wanted === 'list' ? 0 : 1);
    if (wanted === 'list') return say(flags, await callRemote<SnapshotReport[]>(flags, 'GET', '/snapshots'), lines);
    const [name] = words;
    if (name === undefined) throw new UsageError(`snapshot ${wanted} needs a name`);
    const path = `/snapshots/${encodeURIComponent(name)}${wanted === 'load' ? '/load' : ''}`;
    return say(flags, await callRemote<SnapshotReport>(flags, 'POST', path), line);
  },
};

function line({ name, at, jobs, assets }: SnapshotReport): string {
  return `${name}  ${at}  ${counted(jobs, 'job')}, ${counted(assets, 'asset')}`;
}

function lines(snapshots: SnapshotReport[]): string {
  return snapshots.length === 0 ? 'there are no snapshots' : snapshots.map(line).join('\n');
}
