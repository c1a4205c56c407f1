import { plainWord } from './curl/shell-text.ts';
import type { Failure } from './failures.ts';
import type { Report } from './report.ts';

/** The command that runs the scenario of a failure again. A report that was not written by the command line has the address alone. */
export function againText({ card }: Pick<Failure, 'card'>, { command, target, options }: Report): string {
  const run = command ?? `tryon-conformance run ${plainWord(target.base_url)}`;
  return `${run} --only ${plainWord(card.scenario)} --seed ${plainWord(options.seed)}`;
}
