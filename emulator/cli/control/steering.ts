import { type Flags, oneOfWords, textFlag, UsageError } from '../../../shared/command.ts';
import { counted } from '../../../shared/counted.ts';
import { DEFAULT_WORLD } from '../../domain/test-control/default-world.ts';
import { CLOCK_MODES } from '../../runtime/clock.ts';
import { remoteUrl } from '../remote.ts';
import {
  accountText,
  advanceText,
  clockText,
  faultsText,
  keyText,
  plansText,
  snapshotsText,
  snapshotText,
  worldText,
} from './answer-text.ts';
import { controlCommand, FILE_NOTE, fileBody, type Given } from './control-command.ts';

const NOTHING = () => ({});
const PREPEND = { prepend: { about: 'with add: put it before all others', onlyWith: 'add' } };

export const clockCommand = controlCommand('clock', {
  verbs: {
    '[read]': { about: 'print the time of the world', call: 'GET /clock', print: clockText },
    'advance [DURATION]': {
      about: 'let time pass, such as 8m, 1h30m or PT8M',
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
    to: { about: 'with advance: up to this instant', value: 'T' },
    idle: { about: 'with advance: until nothing is under way any more' },
    rate: { about: 'with set running: how many seconds pass in one', value: 'N' },
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
      about: 'list the plans in the order in which they are tried, with how often each was used',
      call: 'GET /plans',
      print: plansText,
    },
    'add FILE': {
      about: 'decide the jobs to come',
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
  notes: `${FILE_NOTE} A plan that ends by itself (once, unless it has nth, every or times: null) is
tried before the lasting ones, the oldest first. Of the lasting ones the newest is tried first, and those of the
configuration last.`,
});

/** The body with what --prepend adds. */
function prepended(body: (given: Given) => Promise<object>) {
  return async (given: Given) => ({
    ...(await body(given)),
    ...(given.flags['prepend'] === true && { prepend: true }),
  });
}

/** The id that an added object got. */
function idOf(what: string) {
  return (added: { id?: unknown } | undefined, { flags }: Given) => {
    if (typeof added?.id === 'string') return { id: added.id };
    throw new UsageError(`what answers at ${remoteUrl(flags)} is no emulator: it gives the ${what} no id`);
  };
}

export const faultCommand = controlCommand('fault', {
  verbs: {
    '[list]': {
      about: 'list the faults in the order in which they are tried, with how often each has struck',
      call: 'GET /faults',
      print: faultsText,
    },
    'add FILE': {
      about: 'harm the requests to come',
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
    ID: 'the id of a fault; fault list tells them',
  },
  flags: PREPEND,
  notes: `${FILE_NOTE} The effect is one of error, commit_then_error, commit_then_drop, reset, delay,
truncate and dribble. A fault strikes once unless it has nth, every or times.`,
  examples: {
    'Carry out the next two POST requests, and lose their answers': `tryon-emulator fault add '{"match": {"method": "POST"}, "times": 2, "effect": {"kind": "commit_then_drop"}}'`,
  },
});

export const accountCommand = controlCommand('account', {
  verbs: {
    '[list]': { about: 'list the accounts of the world', call: 'GET /accounts', print: (names) => names.join('\n') },
    'show NAME': { about: 'print one account with its keys', call: 'GET /accounts/:NAME', print: accountText },
    'change NAME FILE': {
      about: 'change what FILE names; the rest stays',
      call: 'PATCH /accounts/:NAME',
      body: fileBody(
        'The change',
        async () => (await import('../../control/schemas/account-input.ts')).accountChangeSchema,
      ),
      print: accountText,
    },
    'add-key NAME [FILE]': {
      about: 'add a key, and print its secret',
      call: 'POST /accounts/:NAME/keys',
      body: fileBody('The key', async () => (await import('../../control/schemas/account-input.ts')).addedKeySchema),
      print: ({ secret }) => secret,
    },
    'change-key NAME KEY FILE': {
      about: 'change a key',
      call: 'PATCH /accounts/:NAME/keys/:KEY',
      body: fileBody(
        'The change',
        async () => (await import('../../control/schemas/account-input.ts')).keyChangeSchema,
      ),
      print: keyText,
    },
    'revoke-key NAME KEY': {
      about: 'revoke a key, like {"revoked": true}',
      call: 'PATCH /accounts/:NAME/keys/:KEY',
      body: () => ({ revoked: true }),
      print: keyText,
    },
  },
  needs: {
    NAME: 'the name of an account; account list tells them',
    KEY: 'a key; account show NAME tells them',
    FILE: 'what is to change, as a file or JSON',
  },
  notes: `${FILE_NOTE} KEY is the name or the id of a key.
An account has features, unit_costs, enforced, daily_quota, admission_per_minute, webhooks and disabled.
A key has revoked, expires_in, expires_at, scopes, allowlist and admission_per_minute.`,
  examples: {
    'Rotate a key': `tryon-emulator account add-key demo '{"name": "next"}'
tryon-emulator account change-key demo live '{"expires_in": "24h"}'`,
  },
});

export const worldsCommand = controlCommand('worlds', {
  verbs: {
    '[list]': {
      about: 'list the worlds of the emulator with their keys and clocks',
      call: 'GET /worlds',
      print: (worlds) => worlds.map(worldText).join('\n'),
    },
    'add [FILE]': {
      about: 'make a world with accounts, keys, a clock and a seed of its own',
      call: 'POST /worlds',
      body: async (given) => ({ ...(await worldOf(given)), ...nameOfWorld(given.flags) }),
      print: worldText,
    },
    'remove NAME': {
      about: 'end a world; its keys are unknown from then on',
      call: 'DELETE /worlds/:NAME',
      answer: NOTHING,
      print: (_, { words }) => `the world ${words['NAME']} has ended`,
    },
  },
  needs: { NAME: 'the name of a world; worlds list tells them' },
  flags: { name: { about: 'with add: the name of the world', value: 'NAME', onlyWith: 'add' } },
  notes: FILE_NOTE,
  examples: {
    'A world for one test, and a client in it': `tryon-emulator worlds add '{"clock": "frozen"}' --name checkout
curl -H 'X-API-Key: pk_test_checkout' http://127.0.0.1:4010/v1/usage`,
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
      print: (_, { flags }) => `the world ${textFlag(flags, 'world') ?? DEFAULT_WORLD} is as it was made`,
    },
  },
  notes: `What came since is gone: jobs, assets, plans, faults, the journal, the findings of the audit. The clock is as it was
then. A world to which a file was imported is as it is in the file. Snapshots stay; what is under way has no effect.`,
  examples: { 'Between two tests': 'tryon-emulator reset --world checkout' },
});

export const snapshotCommand = controlCommand('snapshot', {
  verbs: {
    '[list]': { about: 'list the snapshots', call: 'GET /snapshots', print: snapshotsText },
    'save NAME': {
      about: 'keep all of a world, its clock and its unfinished jobs included',
      call: 'POST /snapshots/:NAME',
      print: snapshotText,
    },
    'load NAME': { about: 'put the world back', call: 'POST /snapshots/:NAME/load', print: snapshotText },
  },
  needs: { NAME: 'a name' },
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
  flags: { snapshot: { about: 'export this snapshot instead of the world as it is now', value: 'NAME' } },
  notes: `The pictures are in the file, and so are keys and secrets: only you can read it. Read it again with
tryon-emulator import, or with from: FILE in a configuration.`,
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
  flags: { snapshot: { about: 'keep it as this snapshot, and leave the world as it is', value: 'NAME' } },
  notes: 'A reset of the world comes back to the file from then on.',
});
