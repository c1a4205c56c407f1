import { atMostWords, type CliCommand, oneOfWords, textFlag, UsageError } from '../../shared/command.ts';
import type { ClockReport } from '../control/schemas/clock.ts';
import type { AdvanceReport } from '../runtime/advance-report.ts';
import { CLOCK_MODES } from '../runtime/clock.ts';
import { callRemote, REMOTE_HELP, REMOTE_OPTIONS, say } from './remote.ts';

export const clockCommand: CliCommand = {
  help: `tryon-emulator clock [read]           what time it is in the world
tryon-emulator clock advance 8m       let time pass (8m, 1h30m, PT8M)
tryon-emulator clock advance --to T   up to an instant
tryon-emulator clock advance --idle   until nothing is under way any more
tryon-emulator clock set MODE         ${CLOCK_MODES.join(', ')}

  --rate N      with set running: how many seconds pass in one
${REMOTE_HELP}`,
  options: { ...REMOTE_OPTIONS, to: { type: 'string' }, idle: { type: 'boolean' }, rate: { type: 'string' } },
  run: async (flags, [action = 'read', ...words]) => {
    switch (oneOfWords(action, ['read', 'advance', 'set'], 'the word after clock')) {
      case 'read':
        atMostWords(words, 0);
        return say(flags, await callRemote<ClockReport>(flags, 'GET', '/clock'), clockLine);
      case 'set': {
        atMostWords(words, 1);
        const rate = textFlag(flags, 'rate');
        const change = {
          mode: oneOfWords(words[0], CLOCK_MODES, 'the mode'),
          ...(rate !== undefined && { rate: Number(rate) }),
        };
        return say(flags, await callRemote<ClockReport>(flags, 'PATCH', '/clock', change), clockLine);
      }
      case 'advance':
        atMostWords(words, 1);
        return say(
          flags,
          await callRemote<AdvanceReport>(flags, 'POST', '/clock/advance', goalOf(flags, words[0])),
          advanceLines,
        );
    }
  },
};

function goalOf(flags: Parameters<typeof textFlag>[0], by: string | undefined) {
  const to = textFlag(flags, 'to');
  if (flags['idle'] === true) return { until: 'idle' };
  if (to !== undefined) return { to };
  if (by !== undefined) return { by };
  throw new UsageError('clock advance needs a duration (8m), --to INSTANT or --idle');
}

function clockLine({ now, mode, rate }: ClockReport): string {
  return `${now}  ${mode}${rate === 1 ? '' : ` at rate ${rate}`}`;
}

function advanceLines({ now, fired, next_due }: AdvanceReport): string {
  const lines = fired.map(({ at, kind, ref }) => `  ${at}  ${kind}  ${ref}`);
  return [...lines, `${now}  reached; ${next_due === null ? 'nothing is due' : `next due ${next_due}`}`].join('\n');
}
