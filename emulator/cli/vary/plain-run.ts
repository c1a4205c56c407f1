import { NO_VARIATION } from '../../domain/test-control/variation.ts';
import { formsIn } from '../../vary/forms.ts';
import { count, type Plain, type Ran } from '../../vary/verdict.ts';
import { printError } from '../print.ts';
import { timeText } from './run-all.ts';
import { type RunSettings, runOnce } from './run-once.ts';

/** What nothing varies in: all runs are compared with it. */
export type PlainRun = (Plain & { ran: Ran; took: number }) | { unjudged: string; output: string };

/** Longer ones are not repeated. */
const CHEAP = 60_000;

/** Runs the command as it is, twice where that is cheap: what fails but once fails at random. */
export async function runPlain(settings: RunSettings): Promise<PlainRun> {
  const ran = await runOnce(settings, NO_VARIATION);
  if (ran.exit !== 0) return { unjudged: whyNot(ran, 'as it is'), output: ran.tail };
  const tests = ran.results?.total ?? null;
  const what = tests === null ? '' : `, ${count(tests, 'test', 'tests')} (${ran.results?.of})`;
  printError(`as it is: fine (${timeText(ran.took)})${what}`);
  if (ran.seen.exchanges.length === 0) return { unjudged: NO_REQUEST, output: '' };
  const { seen } = ran;
  if (ran.took > CHEAP) return { ran, seen, forms: [formsIn(seen)], flaky: [], took: ran.took };
  const again = await runOnce(settings, NO_VARIATION);
  const took = ran.took + again.took;
  const forms = [seen, again.seen].map(formsIn);
  if (again.exit === 0) return { ran, seen, forms, flaky: [], took };
  const flaky = again.results?.failed ?? [];
  if (flaky.length === 0) return { unjudged: whyNot(again, 'as it is, but only the second time'), output: again.tail };
  printError(`as it is, once more: ${flaky.join(', ')} fails at random`);
  return { ran, seen, forms, flaky, took };
}

function whyNot({ exit }: Ran, when: string): string {
  const end = exit === null ? 'does not end in time' : `ends with ${exit}`;
  return `the command ${end} ${when}: nothing can be said of it under variations. Have it pass first`;
}

const NO_REQUEST =
  'no request reached the emulator, nor any that the command made itself: there is nothing to vary. Have the client call ' +
  'TRYON_URL with the key TRYON_TEST_KEY or TRYON_LIVE_KEY, as they stand in its environment';
