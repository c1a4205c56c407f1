import fc from 'fast-check';
import { type Client, emulatorFor } from '../../emulator/testing/client.ts';
import { controlCalls, controlFault } from './control-calls.ts';
import { serviceCalls, serviceFault } from './service-calls.ts';

/** The result of a fuzz: the number of calls, and each fault with what reproduces it. */
export type Fuzzed = { calls: number; faults: string[] };

const CALLS_OF_A_ROUND = 200;

/** Sends odd calls to one emulator after another, to the service and the control API in turn, until `isOver`. */
export async function fuzz(seed: number, isOver: (rounds: number) => boolean): Promise<Fuzzed> {
  const fuzzed: Fuzzed = { calls: 0, faults: [] };
  for (let round = 0; !isOver(round); round += 1) {
    const isControl = round % 2 === 1;
    const play = isControl ? playedRound(controlCalls, controlFault) : playedRound(serviceCalls, serviceFault);
    const faults = await play(seed + round);
    fuzzed.calls += CALLS_OF_A_ROUND;
    fuzzed.faults.push(
      ...faults.map((fault) => `seed ${seed + round}, ${isControl ? 'control' : 'service'}: ${fault}`),
    );
  }
  return fuzzed;
}

/** Sends a round of calls to one emulator, which must still work afterwards. */
function playedRound<Call>(calls: fc.Arbitrary<Call>, faultOf: (client: Client, call: Call) => Promise<string | null>) {
  return async (seed: number): Promise<string[]> => {
    const faults: string[] = [];
    const onUnexpected = (error: unknown) => faults.push(`an unexpected error: ${text(error)}`);
    const { emulator, client } = await emulatorFor({ onUnexpected });
    for (const call of fc.sample(calls, { numRuns: CALLS_OF_A_ROUND, seed })) {
      const before = faults.length;
      const fault = await faultOf(client, call).catch((error: unknown) => `it throws ${text(error)}`);
      if (fault !== null) faults.push(fault);
      if (faults.length > before) faults.push(`  at ${JSON.stringify(call).slice(0, 2_000)}`);
    }
    emulator.reset();
    const { body: job } = await client.submitOn('skin.analyze');
    await emulator.clock.advance('1h');
    const { status } = (await client.get(`/v1/jobs/${job.id}`)).body;
    if (status !== 'succeeded') faults.push(`afterwards a job ends ${status}`);
    await emulator.close();
    return faults;
  };
}

function text(error: unknown): string {
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}
