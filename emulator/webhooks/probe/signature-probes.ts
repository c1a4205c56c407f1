import { createHmac } from 'node:crypto';
import { deliver, eachTwisted, type Probe, twisted, usualEvent } from './probe.ts';

const ZEROS = '0'.repeat(64);
const VERIFY = 'compute HMAC-SHA256 over "<t>." and the raw body with the secret, and compare it with each v1';

type Row = Omit<Probe, 'topic' | 'section'> & { section?: string };

const SIGNATURES: Row[] = [
  {
    id: 'signed-well',
    expected: 'accept',
    says: 'a delivery that is signed with the secret',
    remedy: `is it the secret of this receiver, and the path of its hook? If so: ${VERIFY}, the prefix of the secret included`,
    deliveries: twisted({}),
  },
  {
    id: 'body-altered',
    expected: 'refuse',
    says: 'a body of which one character was changed after it was signed',
    remedy: VERIFY,
    deliveries: (maker) => {
      const body = JSON.stringify(usualEvent(maker));
      return [deliver(maker, usualEvent(maker), body.replace('"revision":1', '"revision":2'), { signed: body })];
    },
  },
  {
    id: 'wrong-secret',
    expected: 'refuse',
    says: 'a delivery that is signed with another secret',
    remedy: VERIFY,
    deliveries: (maker) => [deliver(maker, usualEvent(maker), undefined, { secrets: [maker.foreign] })],
  },
  {
    id: 'no-signature',
    expected: 'refuse',
    says: 'a delivery without Service-Signature',
    remedy: 'refuse what carries no signature, before anything else',
    deliveries: twisted({ header: () => null }),
  },
  {
    id: 'no-v1',
    expected: 'refuse',
    says: 'a signature of another scheme alone, with no v1',
    remedy: 'what has no v1 is not signed, however right the rest is',
    deliveries: twisted({ header: (right) => right.replace(/v1=.*/, `v0=${ZEROS}`) }),
  },
  {
    id: 'empty-v1',
    expected: 'refuse',
    says: 'a v1 of which there is nothing behind the sign',
    remedy: 'compare whole values: an empty one, or a part of the right one, is another value',
    deliveries: twisted({ header: (right) => right.replace(/v1=.*/, 'v1=') }),
  },
  {
    id: 'part-of-v1',
    expected: 'refuse',
    says: 'the first half of the right v1',
    remedy: 'compare whole values: an empty one, or a part of the right one, is another value',
    deliveries: twisted({ header: (right) => right.replace(/(v1=.{32}).*/, '$1') }),
  },
  {
    id: 'body-alone-signed',
    expected: 'refuse',
    says: 'a v1 over the body alone, without its time',
    remedy: 'sign "<t>." with the body: otherwise anyone with one delivery can send it again at any time',
    deliveries: (maker) => {
      const alone = hmacOf(maker.secret, JSON.stringify(usualEvent(maker)));
      return [
        deliver(maker, usualEvent(maker), undefined, { header: (right) => right.replace(/v1=.*/, `v1=${alone}`) }),
      ];
    },
  },
  {
    id: 'several-v1',
    expected: 'accept',
    says: 'the right v1 behind two others, and before them',
    remedy: 'accept if any v1 matches, wherever it stands',
    deliveries: twisted(
      { header: (right) => right.replace('v1=', `v1=${ZEROS},v1=${'f'.repeat(64)},v1=`) },
      { header: (right) => `${right},v1=${ZEROS},v1=${'f'.repeat(64)}` },
    ),
  },
  {
    id: 'other-schemes',
    expected: 'accept',
    says: 'parts of other schemes before the v1 and behind it',
    remedy: 'pass over what is neither t nor v1',
    deliveries: twisted({ header: (right) => `${right.replace('v1=', `v0=${ZEROS},v1=`)},v2=later` }),
  },
  {
    id: 'upper-case-hex',
    section: '6.4',
    expected: 'choice',
    says: 'the right v1 in upper case: the specification does not say which case the digits have',
    remedy: 'hex has no case: compare the bytes',
    deliveries: twisted({ header: (right) => right.replace(/v1=(.*)/, (_, hex: string) => `v1=${hex.toUpperCase()}`) }),
  },
];

const TIMES: Row[] = [
  {
    id: 'stale',
    expected: 'refuse',
    says: 'a signature whose time is 310 seconds old',
    remedy: 'refuse a t more than 300 seconds from your clock, and look that the clock is right',
    deliveries: twisted({ aside: -310 }),
  },
  {
    id: 'future',
    expected: 'refuse',
    says: 'a signature whose time is 310 seconds ahead',
    remedy: 'refuse a t more than 300 seconds from your clock in either direction',
    deliveries: twisted({ aside: 310 }),
  },
  {
    id: 'within-tolerance',
    expected: 'accept',
    says: 'signatures whose time is 290 seconds old, and 290 seconds ahead',
    remedy: 'a t within 300 seconds is right in either direction: the clocks of two machines differ',
    deliveries: twisted({ aside: -290 }, { aside: 290 }),
  },
  {
    id: 'time-altered',
    expected: 'refuse',
    says: 'a time that was changed after it was signed',
    remedy: 'sign "<t>." with the body: otherwise anyone with one delivery can send it again at any time',
    deliveries: twisted({ aside: -3_600, header: (right) => right.replace(/\d+/, (t) => String(Number(t) + 3_600)) }),
  },
  {
    id: 'two-times',
    expected: 'refuse',
    says: 'a t that stands there twice, the stale one first and last',
    remedy: 'read t exactly once, and refuse a header that repeats it',
    deliveries: (maker) => {
      const stale = Math.floor(maker.now / 1_000) - 4_000;
      return eachTwisted(maker, [
        { header: (right) => `t=${stale},${right}` },
        { header: (right) => `${right},t=${stale}` },
      ]);
    },
  },
  {
    id: 'time-no-number',
    expected: 'refuse',
    says: 'a t that is no number, with a v1 over just that',
    remedy: 'refuse a t that is no number before you compare it: NaN is neither too old nor too new',
    deliveries: (maker) =>
      ['now', ''].map((t) => {
        const body = JSON.stringify(usualEvent(maker));
        const header = () => `t=${t},v1=${hmacOf(maker.secret, `${t}.${body}`)}`;
        return deliver(maker, usualEvent(maker), body, { header });
      }),
  },
];

export const SIGNATURE_PROBES: readonly Probe[] = [
  ...SIGNATURES.map((row): Probe => ({ topic: 'signatures', section: '6.4', ...row })),
  ...TIMES.map((row): Probe => ({ topic: 'time', section: '6.4', ...row })),
];

function hmacOf(secret: string, text: string): string {
  return createHmac('sha256', secret).update(text).digest('hex');
}
