import { checkSignature } from '../../domain/signature.ts';
import { type ChoiceRow, describeChoices } from '../../testing/choices/choice-rows.ts';
import { answered, type Hooked, openHooked, requestOf } from '../../testing/choices/hooked-world.ts';
import { endJob } from '../../testing/receiving-server.ts';

const headerOf = ({ request }: Hooked['sent'][number]) => request.headers['Service-Signature'] ?? '';
const timeOf = (header: string) => Number(/t=(\d+)/.exec(header)?.[1]);
/** Whether a secret has made a signature of the first attempt at its time. */
const isBy = (secret: string, header: string, { sent }: Hooked) =>
  checkSignature({
    body: requestOf(sent[0]).body,
    header,
    secret,
    now: new Date(timeOf(header) * 1_000),
    toleranceSeconds: 300,
  }).ok;

const parts = async (world: Hooked) => {
  const { secret } = world.register();
  await endJob(world.emulator);
  const [header = ''] = world.sent.map(headerOf);
  const text = header.replace(/\d{10}/, 'N').replace(/[0-9a-f]{64}/g, 'hex');
  return [isBy(secret, header, world), text.replace(/[0-9A-F]{64}/g, 'HEX')];
};

/** Which secrets sign: 0 is the initial one, 1 that of the first rotation, and so on. */
const signers = async (world: Hooked) => {
  const { id, secret } = world.register();
  const rotated = [1, 2].map(() => world.emulator.webhooks.rotate(id, { keep_previous_for: '7d' }).secret);
  await endJob(world.emulator);
  const [time = '', ...values] = world.sent.map(headerOf)[0]?.split(',') ?? [];
  return values.map((value) => [secret, ...rotated].findIndex((one) => isBy(one, `${time},${value}`, world)));
};

/** The signature times of an attempt and its retry, in seconds since the world began. */
const times = async ({ emulator, deliver, sent }: Hooked) => {
  await deliver();
  await emulator.clock.advance('2m');
  const begin = Date.UTC(2026, 0, 1) / 1_000;
  return sent.map((one) => timeOf(headerOf(one)) - begin);
};
const firstTime = async (world: Hooked) => (await times(world))[0] === 4;

const ROWS: readonly ChoiceRow<Hooked>[] = [
  ['signature_clock', firstTime, false, { virtual: true }],
  ['signature_hex', parts, [true, 't=N,v1=hex'], { upper: [true, 't=N,v1=HEX'] }],
  [
    'signature_other_schemes',
    parts,
    [true, 't=N,v1=hex'],
    { before: [true, 't=N,v0=hex,v1=hex'], behind: [true, 't=N,v1=hex,v0=hex'] },
  ],
  [
    'signature_moment',
    answered([500, 200], times),
    [4, 59],
    { first_attempt: [4, 4] },
    { readings: { signature_clock: 'virtual' } },
  ],
  ['signature_order', signers, [2, 1], { previous_first: [1, 2] }],
  ['previous_secrets', signers, [2, 1], { 2: [2, 1, 0] }],
];

describeChoices('webhooks', ROWS, { open: openHooked, about: /^signature_|secret/ });
