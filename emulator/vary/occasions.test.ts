import { expect, it } from 'vitest';
import { createHeard } from '../create.ts';
import { NO_VARIATION } from '../domain/test-control/variation.ts';
import { clientOf } from '../testing/client.ts';
import { openReceivingServer } from '../testing/receiving-server.ts';
import { OCCASIONS } from './occasions.ts';

it('sends the webhook of a job before its submission is answered', async () => {
  const { sets = NO_VARIATION } = OCCASIONS.find(({ name }) => name === 'webhook-before-answer') ?? {};
  const emulator = await createHeard({}, { varied: { variation: sets, isOver: true } });
  const order: string[] = [];
  await using server = await openReceivingServer((response) => {
    order.push('webhook');
    response.end();
  });
  emulator.webhooks.register({ url: server.url, environment: 'test' });
  const { status } = await clientOf(emulator).submitOn('skin.analyze');
  order.push(`answer ${status}`);
  await emulator.close();
  expect(order).toEqual(['webhook', 'answer 202']);
});
