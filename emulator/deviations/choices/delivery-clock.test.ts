import { type Chosen, testQuestions } from '../../testing/choices/question-rows.ts';
import { readingsWith } from '../../testing/choices/topic-questions.ts';
import { emulatorFor } from '../../testing/client.ts';
import { endJob, onlyDelivery, openReceivingServer } from '../../testing/receiving-server.ts';

/** How an attempt ends whose answer comes after the time limit, while the clock of the world stands still. */
async function lateAnswer(chosen: Chosen): Promise<unknown> {
  await using server = await openReceivingServer((response) => {
    setTimeout(() => response.writeHead(200).end(), 120);
  });
  const { emulator } = await emulatorFor({ readings: readingsWith(chosen), webhook_timeout: 40 });
  emulator.webhooks.register({ url: server.url });
  await endJob(emulator);
  return onlyDelivery(emulator).attempts.map(({ status, failure }) => [status, failure]);
}

testQuestions('webhooks', /^delivery_clock$/, [
  { question: 'delivery_clock', choice: 'virtual', shown: lateAnswer, is: [[200, null]], usually: [[null, 'timeout']] },
]);
