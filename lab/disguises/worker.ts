import { openSuite } from '../../conformance/certify.ts';
import { type Played, play, type Task } from './play.ts';

/** A process that plays one task and ends. */
process.on('message', async (task: Task) => {
  const played = await play(openSuite(), task).catch(
    (error: Error): Played => ({ findings: [], errors: [error.message], hasFired: false, seconds: 0 }),
  );
  process.send?.(played, () => process.exit(0));
});
process.on('disconnect', () => process.exit(0));
