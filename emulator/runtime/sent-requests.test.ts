import { expect, it } from 'vitest';
import { createSentRequests } from './sent-requests.ts';

it('remembers the newest requests by delivery, and forgets the oldest', () => {
  const sent = createSentRequests(3);
  for (const [delivery, body] of [
    ['one', 'a'],
    ['two', 'b'],
    ['one', 'c'],
    ['one', 'd'],
    ['three', 'e'],
  ] as const)
    sent.add(delivery, { url: 'http://127.0.0.1/', headers: {}, body });
  expect(['one', 'two', 'three'].map((delivery) => sent.of(delivery).map(({ body }) => body))).toEqual([
    ['c', 'd'],
    [],
    ['e'],
  ]);
});
