import { expect, it } from 'vitest';
import { type Chosen, testQuestions } from '../../testing/choices/question-rows.ts';
import { readingsWith } from '../../testing/choices/topic-questions.ts';
import { emulatorFor } from '../../testing/client.ts';
import { endJob, onlyDelivery, openReceivingServer } from '../../testing/receiving-server.ts';

/** How an attempt ends whose answer has a head, and a body that breaks off or never ends. */
async function brokenAnswer(chosen: Chosen, ending: 'broken' | 'endless' = 'broken'): Promise<unknown> {
  await using server = await openReceivingServer((response) => {
    response.writeHead(200).write('a');
    if (ending === 'broken') setTimeout(() => response.destroy(), 20);
  });
  const timeout = ending === 'endless' ? { webhook_timeout: 200 } : {};
  const { emulator } = await emulatorFor({ readings: readingsWith(chosen), ...timeout });
  emulator.webhooks.register({ url: server.url });
  await endJob(emulator);
  return onlyDelivery(emulator).attempts.map(({ status, failure }) => [status, failure]);
}

testQuestions('webhooks', /^acknowledgement$/, [
  {
    question: 'acknowledgement',
    choice: 'whole_body',
    shown: (chosen) => brokenAnswer(chosen),
    is: [[null, 'connection']],
    usually: [[200, null]],
  },
]);

it('an answer that has to be whole and never ends runs into the time limit', async () => {
  expect(await brokenAnswer({ acknowledgement: 'whole_body' }, 'endless')).toEqual([[null, 'timeout']]);
});
