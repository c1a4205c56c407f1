import { openSuite } from '../../conformance/certify.ts';
import { createProver, type Done, type Task } from './prove.ts';

/** A process of the proof: runs one task at a time, and sends back the result. */
const prover = createProver(openSuite());

process.on('message', async (task: Task) => {
  process.send?.(await perform(task));
});
process.on('disconnect', () => process.exit(0));
process.send?.('ready');

async function perform(task: Task): Promise<Done> {
  try {
    if (task.kind === 'deviation') return { kind: 'deviation', kill: await prover.deviation(task.entry) };
    if (task.kind === 'breach') return { kind: 'breach', kill: await prover.breach(task.breach) };
    if (task.kind === 'fresh') return { kind: 'fresh', fresh: await prover.fresh(task.breach) };
    if (task.kind === 'sessions') return { kind: 'sessions', found: await prover.sessions(task.played, task.bounds) };
    return { kind: 'choices', result: await prover.choices(task.server) };
  } catch (error) {
    return { kind: 'fault', task, message: error instanceof Error ? error.message : String(error) };
  }
}
