import { atMostWords, type CliCommand, oneOfWords, UsageError } from '../../../shared/command.ts';
import { addedFaultSchema, type FaultReport } from '../../control/schemas/fault.ts';
import { readGiven } from '../read-given.ts';
import { addRemote, callRemote, REMOTE_HELP, REMOTE_OPTIONS, say } from '../remote.ts';

export const faultCommand: CliCommand = {
  help: `tryon-emulator fault add FILE    harm the requests to come by a fault in YAML or JSON
tryon-emulator fault add '{…}'   the same, written out in JSON
tryon-emulator fault [list]      the faults in the order in which they are tried, and how often each has struck
tryon-emulator fault remove ID   remove one of them
tryon-emulator fault clear       remove them all

Its effect is one of error, commit_then_error, commit_then_drop, reset, delay, truncate and dribble; it strikes once unless it
says nth, every or times. The next two requests by POST are carried out, and their answers lost:
  tryon-emulator fault add '{"match": {"method": "POST"}, "times": 2, "effect": {"kind": "commit_then_drop"}}'

  --prepend     with add: the fault stands before all others
${REMOTE_HELP}`,
  options: { ...REMOTE_OPTIONS, prepend: { type: 'boolean' } },
  run: async (flags, [action = 'list', ...words]) => {
    const prepend = flags['prepend'] === true;
    if (prepend && action !== 'add') throw new UsageError('--prepend is for fault add');
    const meant = oneOfWords(action, ['list', 'add', 'remove', 'clear'], 'the word after fault');
    atMostWords(words, meant === 'add' || meant === 'remove' ? 1 : 0);
    const [word] = words;
    switch (meant) {
      case 'list':
        return say(flags, await callRemote<FaultReport[]>(flags, 'GET', '/faults'), faultLines);
      case 'add': {
        if (word === undefined)
          throw new UsageError('fault add needs a file or JSON: fault add \'{"effect": {"kind": "error"}}\'');
        const fault = { ...(await readGiven('The fault', word, addedFaultSchema)), ...(prepend && { prepend }) };
        return say(flags, await addRemote(flags, '/faults', 'fault', fault), ({ id }) => id);
      }
      case 'remove':
        if (word === undefined) throw new UsageError('fault remove needs the id of a fault; fault list tells them');
        await callRemote(flags, 'DELETE', `/faults/${encodeURIComponent(word)}`);
        return say(flags, {}, () => `${word} is removed`);
      case 'clear':
        await callRemote(flags, 'DELETE', '/faults');
        return say(flags, {}, () => 'no faults are left');
    }
  },
};

function faultLines(faults: FaultReport[]): string {
  if (faults.length === 0) return 'there are no faults';
  return faults
    .map(
      ({ id, matched, hits, spent, fault }) =>
        `${id}  matched ${matched}, struck ${hits}${spent ? ', spent' : ''}  ${JSON.stringify(fault)}`,
    )
    .join('\n');
}
