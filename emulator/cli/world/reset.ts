import { atMostWords, type CliCommand, textFlag } from '../../../shared/command.ts';
import { DEFAULT_WORLD } from '../../domain/test-control/default-world.ts';
import { callRemote, REMOTE_HELP, REMOTE_OPTIONS, say } from '../remote.ts';

export const resetCommand: CliCommand = {
  help: `tryon-emulator reset: put the world back to the state in which it was made, or to which a file was imported.

What came since is gone: jobs, assets, plans, faults, the journal, the findings of the audit; the clock is as it was then.
Snapshots stay, and what is under way has no effect any more.

${REMOTE_HELP}

Between two tests:
  tryon-emulator reset --world checkout`,
  options: REMOTE_OPTIONS,
  run: async (flags, words) => {
    atMostWords(words, 0);
    await callRemote(flags, 'POST', '/reset');
    return say(flags, {}, () => `the world ${textFlag(flags, 'world') ?? DEFAULT_WORLD} is as it was made`);
  },
};
