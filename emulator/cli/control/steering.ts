import { type Flags, oneOfWords, textFlag, UsageError } from '../../../shared/command.ts';
import { counted } from '../../../shared/counted.ts';
import { DEFAULT_WORLD } from '../../domain/test-control/default-world.ts';
import { CLOCK_MODES } from '../../runtime/clock.ts';
import { remoteUrl } from '../remote.ts';
import {
  advanceText,
  clockText,
  faultsText,
  plansText,
  snapshotsText,
  snapshotText,
  worldText,
} from './answer-text.ts';
import { controlCommand, FILE_NOTE, fileBody, type Given } from './control-command.ts';

const NOTHING = () => ({});
const PREPEND = { prepend: { about: 'with add: try it before all others', onlyWith: 'add' } };

export const clockCommand = controlCommand('clock', {
  verbs: {
    '[read]': { about: 'show the time and the mode of the clock', call: 'GET /clock', print: clockText },
    'advance [DURATION]': {
      about: 'advance by a duration, such as 8m, 1h30m or PT8M',
      call: 'POST /clock/advance',
      body: advanceGoal,
      print: advanceText,
    },
    'set MODE': {
      about: `set the mode: ${CLOCK_MODES.join(', ')}`,
      call: 'PATCH /clock',
      body: ({ flags, words }) => ({ mode: oneOfWords(words['MODE'], CLOCK_MODES, 'the mode'), ...rateOf(flags) }),
      print: clockText,
    },
  },
  needs: { MODE: `a mode: ${CLOCK_MODES.join(', ')}` },
  flags: {
    to: { about: 'with advance: advance to this time', value: 'TIME' },
    idle: { about: 'with advance: advance until no work is pending' },
    rate: { about: 'with set running: speed, in seconds per second', value: 'N' },
  },
  examples: {
    'Let 8 hours pass': 'tryon-emulator clock advance 8h',
    'Freeze the clock of one world': 'tryon-emulator clock set frozen --world checkout',
  },
});

function advanceGoal({ flags, words }: Given): object {
  const to = textFlag(flags, 'to');
  if (flags['idle'] === true) return { until: 'idle' };
  if (to !== undefined) return { to };
  if (words['DURATION'] !== undefined) return { by: words['DURATION'] };
  throw new UsageError('clock advance needs a duration (8m), --to INSTANT or --idle');
}

function rateOf(flags: Flags): { rate?: number } {
  const rate = textFlag(flags, 'rate');
  return rate === undefined ? {} : { rate: Number(rate) };
}

export const planCommand = controlCommand('plan', {
  verbs: {
    '[list]': {
      about: 'list plans in the order of use, with the number of uses',
      call: 'GET /plans',
      print: plansText,
    },
    'add FILE': {
      about: 'decide the outcome of the next jobs',
      call: 'POST /plans',
      body: prepended(
        fileBody('The plan', async () => (await import('../../control/schemas/plan.ts')).addedPlanSchema),
      ),
      answer: idOf('plan'),
      print: ({ id }) => id,
    },
    clear: { about: 'remove all plans', call: 'DELETE /plans', answer: NOTHING, print: () => 'no plans are left' },
  },
  needs: { FILE: 'a file or JSON: plan add \'{"outcome": …}\'' },
  flags: PREPEND,
  notes: `${FILE_NOTE} A plan applies once, unless it has nth, every or times: null. Temporary plans are tried first, the
oldest first. Then lasting plans are tried, the newest first, and those of the configuration last.`,
  examples: {
    'The next job fails': `tryon-emulator plan add '{"outcome": {"status": "failed", "code": "PROCESSING_FAILED"}}'`,
    'The next job waits until you release it': `tryon-emulator plan add '{"hold_at": "processing"}'`,
  },
});

function prepended(body: (given: Given) => Promise<object>) {
  return async (given: Given) => ({
    ...(await body(given)),
    ...(given.flags['prepend'] === true && { prepend: true }),
  });
}

function idOf(what: string) {
  return (added: { id?: unknown } | undefined, { flags }: Given) => {
    if (typeof added?.id === 'string') return { id: added.id };
    throw new UsageError(`${remoteUrl(flags)} is not an emulator: its answer has no id for the ${what}`);
  };
}

export const faultCommand = controlCommand('fault', {
  verbs: {
    '[list]': {
      about: 'list faults in the order of use, with the number of uses',
      call: 'GET /faults',
      print: faultsText,
    },
    'add FILE': {
      about: 'make the next requests fail',
      call: 'POST /faults',
      body: prepended(
        fileBody('The fault', async () => (await import('../../control/schemas/fault.ts')).addedFaultSchema),
      ),
      answer: idOf('fault'),
      print: ({ id }) => id,
    },
    'remove ID': {
      about: 'remove one fault',
      call: 'DELETE /faults/:ID',
      answer: NOTHING,
      print: (_, { words }) => `${words['ID']} is removed`,
    },
    clear: { about: 'remove all faults', call: 'DELETE /faults', answer: NOTHING, print: () => 'no faults are left' },
  },
  needs: {
    FILE: 'a file or JSON: fault add \'{"effect": {"kind": "error"}}\'',
    ID: 'the id of a fault, as in fault list',
  },
  flags: PREPEND,
  notes: `${FILE_NOTE} The effect is one of error, commit_then_error, commit_then_drop, reset, delay, truncate and
dribble. A fault applies once, unless it has nth, every or times.`,
  examples: {
    'The next two POST requests succeed, but their answers are lost': `tryon-emulator fault add '{"match": {"method": "POST"}, "times": 2, "effect": {"kind": "commit_then_drop"}}'`,
    'The next request is answered with an error': `tryon-emulator fault add '{"effect": {"kind": "error"}}'`,
  },
});

export const worldsCommand = controlCommand('worlds', {
  verbs: {
    '[list]': {
      about: 'list worlds with their keys and clocks',
      call: 'GET /worlds',
      print: (worlds) => worlds.map(worldText).join('\n'),
    },
    'add [FILE]': {
      about: 'add a world with its own accounts, keys, clock and seed',
      call: 'POST /worlds',
      body: async (given) => ({ ...(await worldOf(given)), ...nameOfWorld(given.flags) }),
      print: worldText,
    },
    'remove NAME': {
      about: 'remove a world and its keys',
      call: 'DELETE /worlds/:NAME',
      answer: NOTHING,
      print: (_, { words }) => `the world ${words['NAME']} is removed`,
    },
  },
  needs: { NAME: 'the name of a world, as in worlds list' },
  flags: { name: { about: 'with add: the name of the world', value: 'NAME', onlyWith: 'add' } },
  notes: FILE_NOTE,
  examples: {
    'Add a world, and call it with its key': `tryon-emulator worlds add '{"clock": "frozen"}' --name checkout
curl -H 'X-API-Key: pk_test_checkout' http://127.0.0.1:4010/v1/usage`,
    'Remove it': 'tryon-emulator worlds remove checkout',
  },
});

const worldOf = fileBody(
  'The world',
  async () => (await import('../../control/schemas/world-input.ts')).namedWorldSchema,
);

function nameOfWorld(flags: Flags): { name?: string } {
  const name = textFlag(flags, 'name');
  return name === undefined ? {} : { name };
}

export const resetCommand = controlCommand('reset', {
  verbs: {
    '': {
      about: '',
      call: 'POST /reset',
      answer: NOTHING,
      print: (_, { flags }) => `the world ${textFlag(flags, 'world') ?? DEFAULT_WORLD} is reset`,
    },
  },
  notes: `Everything that was added later is deleted: jobs, assets, plans, faults, the journal and the audit. Pending work is discarded,
and the clock returns to its initial time. A world with an imported file returns to the contents of the file. Snapshots are
kept.`,
  examples: {
    'Reset the default world': 'tryon-emulator reset',
    'Reset one world between tests': 'tryon-emulator reset --world checkout',
  },
});

export const snapshotCommand = controlCommand('snapshot', {
  verbs: {
    '[list]': { about: 'list the snapshots', call: 'GET /snapshots', print: snapshotsText },
    'save NAME': {
      about: 'save a world with its clock and unfinished jobs',
      call: 'POST /snapshots/:NAME',
      print: snapshotText,
    },
    'load NAME': { about: 'restore a saved world', call: 'POST /snapshots/:NAME/load', print: snapshotText },
  },
  needs: { NAME: 'the name of a snapshot' },
  examples: {
    'Save the world before a test': 'tryon-emulator snapshot save before',
    'Restore it afterwards': 'tryon-emulator snapshot load before',
  },
});

const ofSnapshot = ({ flags }: Given) => ({ snapshot: textFlag(flags, 'snapshot') });

export const exportCommand = controlCommand('export', {
  verbs: {
    FILE: {
      about: '',
      call: 'GET /file',
      query: ofSnapshot,
      answer: writeWorld,
      print: ({ file, bytes }) => `${file}: ${counted(bytes, 'byte')}`,
    },
  },
  needs: { FILE: 'a file' },
  flags: { snapshot: { about: 'export this snapshot instead of the current state', value: 'NAME' } },
  notes: `The file contains pictures, keys and secrets, so only you can read it. Load it with tryon-emulator import, or with from: FILE in
a configuration.`,
  examples: {
    'Export the default world': 'tryon-emulator export my.world',
    'Export a snapshot': 'tryon-emulator export before.world --snapshot before',
  },
});

async function writeWorld(bytes: Uint8Array, { words: { FILE: file = '' } }: Given) {
  const { writeFile } = await import('node:fs/promises');
  const { causeOf } = await import('../../storage/data-problem.ts');
  try {
    await writeFile(file, bytes, { mode: 0o600 });
  } catch (error) {
    throw new UsageError(`${file} cannot be written: ${causeOf(error)}`);
  }
  return { file, bytes: bytes.byteLength };
}

export const importCommand = controlCommand('import', {
  verbs: {
    FILE: {
      about: '',
      call: 'POST /file',
      query: ofSnapshot,
      body: async ({ words }) => (await import('../files/report-file.ts')).writtenBytes(words['FILE'] ?? ''),
      print: snapshotText,
    },
  },
  needs: { FILE: 'a file' },
  flags: { snapshot: { about: 'store the file as this snapshot, without changing the world', value: 'NAME' } },
  notes: 'A later reset returns the world to the contents of the file.',
  examples: {
    'Replace the default world': 'tryon-emulator import my.world',
    'Keep it as a snapshot': 'tryon-emulator import my.world --snapshot before',
  },
});
