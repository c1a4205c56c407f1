import { testQuestions } from '../../testing/choices/question-rows.ts';
import { after } from '../../testing/hooked-world.ts';
import { endJob } from '../../testing/receiving-server.ts';

testQuestions('webhooks', /^event_receivers$/, [
  {
    question: 'event_receivers',
    choice: 'at_delivery',
    shown: after([500, 200], async ({ emulator, register, told }) => {
      register();
      await endJob(emulator);
      register('two');
      await emulator.clock.advance('2m');
      return told();
    }),
    is: ['one job.succeeded', 'one job.succeeded', 'two job.succeeded'],
    usually: ['one job.succeeded', 'one job.succeeded'],
  },
  {
    question: 'event_receivers',
    choice: 'at_delivery',
    shown: after([500, 200], async ({ emulator, register, told }) => {
      const { id } = register();
      await endJob(emulator);
      emulator.webhooks.update(id, { events: ['job.failed'] });
      await emulator.clock.advance('2m');
      return told().length;
    }),
    is: 1,
    usually: 2,
  },
  {
    question: 'event_receivers',
    choice: 'at_submission',
    shown: after([], async ({ emulator, client, register, told }) => {
      const { id } = register();
      emulator.webhooks.disable(id);
      await client.submitOn('makeup.apply');
      emulator.webhooks.enable(id);
      await emulator.clock.advance('1m');
      return told().length;
    }),
    is: 0,
    usually: 1,
  },
]);
