import { atMostWords, type CliCommand, oneOfWords, textFlag, UsageError } from '../../../shared/command.ts';
import type { ClockReport } from '../../control/schemas/clock.ts';
import { namedWorldSchema } from '../../control/schemas/world-input.ts';
import type { WorldControl } from '../../control/world-control.ts';
import { readGiven } from '../read-given.ts';
import { callRemote, REMOTE_HELP, REMOTE_OPTIONS, say } from '../remote.ts';

type WorldReport = Pick<WorldControl, 'name' | 'keys'> & { clock: ClockReport };

export const worldsCommand: CliCommand = {
  help: `tryon-emulator worlds [list]               the worlds of the emulator, with their keys and clocks
tryon-emulator worlds add [FILE or '{…}']   make a world with accounts, keys, a clock and a seed of its own, by what stands in
                                            a file in YAML or JSON, or is written out in JSON
tryon-emulator worlds remove NAME           end a world; its keys are unknown from then on

  --name NAME   with add: what it is called
${REMOTE_HELP}

A world for one test, and a client in it:
  tryon-emulator worlds add '{"clock": "frozen"}' --name checkout
  curl -H 'X-API-Key: pk_test_checkout' http://127.0.0.1:4010/v1/usage`,
  options: { ...REMOTE_OPTIONS, name: { type: 'string' } },
  run: async (flags, [action = 'list', ...words]) => {
    const meant = oneOfWords(action, ['list', 'add', 'remove'], 'the word after worlds');
    const name = textFlag(flags, 'name');
    if (name !== undefined && meant !== 'add') throw new UsageError('--name is for worlds add');
    atMostWords(words, meant === 'list' ? 0 : 1);
    const [word] = words;
    switch (meant) {
      case 'list':
        return say(flags, await callRemote<WorldReport[]>(flags, 'GET', '/worlds'), (worlds) =>
          worlds.map(worldLine).join('\n'),
        );
      case 'add': {
        const given = word === undefined ? {} : await readGiven('The world', word, namedWorldSchema);
        const world = { ...given, ...(name !== undefined && { name }) };
        return say(flags, await callRemote<WorldReport>(flags, 'POST', '/worlds', world), worldLine);
      }
      case 'remove':
        if (word === undefined) throw new UsageError('worlds remove needs the name of a world; worlds list tells them');
        await callRemote(flags, 'DELETE', `/worlds/${encodeURIComponent(word)}`);
        return say(flags, {}, () => `the world ${word} has ended`);
    }
  },
};

function worldLine({ name, keys, clock }: WorldReport): string {
  return `${name}  ${clock.mode}, ${clock.now}  live ${keys.live ?? 'none'}  test ${keys.test ?? 'none'}`;
}
