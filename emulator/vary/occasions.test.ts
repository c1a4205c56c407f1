import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, it } from 'vitest';
import { fixtures } from '../../fixtures/index.ts';
import { createHeard } from '../create.ts';
import { NO_VARIATION } from '../domain/test-control/variation.ts';
import { OCCASIONS } from './occasions.ts';

it('has the webhook of a job come before its submission is answered', async () => {
  const { sets = NO_VARIATION } = OCCASIONS.find(({ name }) => name === 'webhook-before-answer') ?? {};
  const emulator = await createHeard({}, { varied: { variation: sets, isOver: true } });
  const order: string[] = [];
  const server = createServer((_, response) => {
    order.push('webhook');
    response.end();
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  emulator.webhooks.register({ url: `http://127.0.0.1:${port}/`, environment: 'test' });
  const post = async (path: string, type: string, body: string | Uint8Array<ArrayBuffer>) => {
    const headers = { 'X-API-Key': emulator.keys.test ?? '', 'Idempotency-Key': 'one', 'Content-Type': type };
    const answer = await fetch(emulator.url + path, { method: 'POST', headers, body });
    return (await answer.json()) as { id: string };
  };
  const { id } = await post('/v1/assets', 'image/png', new Uint8Array(fixtures.face('afro').bytes()));
  const submission = { inputs: [{ asset_id: id, role: 'source' }], concerns: ['acne'] };
  await post('/v1/skin/analyses', 'application/json', JSON.stringify(submission));
  order.push('answer');
  server.closeAllConnections();
  server.close();
  await emulator.close();
  expect(order).toEqual(['webhook', 'answer']);
});
