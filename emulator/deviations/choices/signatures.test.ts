import { checkSignature } from '../../domain/signature.ts';
import { testQuestions } from '../../testing/choices/question-rows.ts';
import { after, type Hooked, requestOf } from '../../testing/hooked-world.ts';
import { endJob } from '../../testing/receiving-server.ts';

const signatureParts = async ({ emulator, register, sent }: Hooked) => {
  const { secret } = register();
  await endJob(emulator);
  const { body, headers } = requestOf(sent[0]);
  const header = headers['Service-Signature'] ?? '';
  const t = Number(/t=(\d+)/.exec(header)?.[1]);
  const { ok } = checkSignature({ body, header, secret, now: new Date(t * 1_000), toleranceSeconds: 300 });
  return [
    ok,
    header
      .replace(/\d{10}/, 'N')
      .replace(/[0-9a-f]{64}/g, 'hex')
      .replace(/[0-9A-F]{64}/g, 'HEX'),
  ];
};

/** Which secrets sign: 0 is the first, 1 that of the first rotation, and so on. */
const signers = async ({ emulator, register, sent }: Hooked) => {
  const { id, secret } = register();
  const rotated = [1, 2].map(() => emulator.webhooks.rotate(id, { keep_previous_for: '7d' }).secret);
  await endJob(emulator);
  const { body, headers } = requestOf(sent[0]);
  const [t = '', ...values] = (headers['Service-Signature'] ?? '').split(',');
  const now = new Date(Number(t.slice(2)) * 1_000);
  const secrets = [secret, ...rotated];
  return values.map((value) =>
    secrets.findIndex(
      (one) => checkSignature({ body, header: `${t},${value}`, secret: one, now, toleranceSeconds: 300 }).ok,
    ),
  );
};

/** The time of the signature of a retry since that of the attempt before, in seconds. */
const between = async ({ emulator, register, sent }: Hooked) => {
  register();
  await endJob(emulator);
  await emulator.clock.advance('2m');
  const [first = 0, second = 0] = sent.map(({ request }) =>
    Number(/t=(\d+)/.exec(request.headers['Service-Signature'] ?? '')?.[1]),
  );
  return second > first;
};

testQuestions('webhooks', /^signature_|secret/, [
  {
    question: 'signature_clock',
    choice: 'virtual',
    shown: after([], async ({ emulator, register, sent }) => {
      register();
      await endJob(emulator);
      return sent[0]?.request.headers['Service-Signature']?.startsWith(`t=${Date.UTC(2026, 0, 1, 0, 0, 4) / 1_000},`);
    }),
    is: true,
    usually: false,
  },
  {
    question: 'signature_hex',
    choice: 'upper',
    shown: after([], signatureParts),
    is: [true, 't=N,v1=HEX'],
    usually: [true, 't=N,v1=hex'],
  },
  {
    question: 'signature_other_schemes',
    choice: 'before',
    shown: after([], signatureParts),
    is: [true, 't=N,v0=hex,v1=hex'],
    usually: [true, 't=N,v1=hex'],
  },
  {
    question: 'signature_other_schemes',
    choice: 'behind',
    shown: after([], signatureParts),
    is: [true, 't=N,v1=hex,v0=hex'],
    usually: [true, 't=N,v1=hex'],
  },
  {
    question: 'signature_moment',
    choice: 'first_attempt',
    shown: (chosen) => after([500, 200], between)({ ...chosen, signature_clock: 'virtual' }),
    is: false,
    usually: true,
  },
  { question: 'signature_order', choice: 'previous_first', shown: after([], signers), is: [1, 2], usually: [2, 1] },
  { question: 'previous_secrets', choice: 2, shown: after([], signers), is: [2, 1, 0], usually: [2, 1] },
]);
