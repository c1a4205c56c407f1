import { certifyWith } from '../../conformance/certify.ts';
import type { Report } from '../../conformance/report/report.ts';
import { targetFromFlags } from '../../conformance/target/target-from-flags.ts';
import { shippedSuite } from '../../conformance/testing/shipped-suite.ts';
import { startServer } from './start-server.ts';

/** The rules of one run that did not pass, with what was seen. */
export type Grades = { failed: string[]; warned: string[]; untested: string[]; passed: number; sessions: number };

/** Runs the whole suite and sessions on the server of a stranger. */
export async function gradeServer(command: readonly string[], seed: string): Promise<Grades> {
  const server = await startServer(command);
  try {
    const target = targetFromFlags({ base_url: server.base_url, drivers: { url: server.drivers } });
    return gradesIn(await certifyWith(shippedSuite(), target, { seed, sessions: 'fitting' }));
  } finally {
    await server.close();
  }
}

function gradesIn({ rules, failures, sessions, errors }: Report): Grades {
  const ruledAs = (verdict: string) => rules.filter((rule) => rule.verdict === verdict);
  const inWords = (id: string) => {
    const [{ instance, step, mismatches } = { instance: '', step: '', mismatches: [] }] = failures.filter(
      (failure) => failure.rule === id,
    );
    const [{ pointer, expected, seen } = { pointer: '', expected: '', seen: null }] = mismatches;
    return `${id} at ${instance} ${step}: ${pointer} expected ${expected}, seen ${JSON.stringify(seen)}`;
  };
  return {
    failed: [
      ...ruledAs('fail').map(({ id }) => inWords(id)),
      ...errors.map(({ instance, message }) => `error of the kit at ${instance}: ${message}`),
    ],
    warned: ruledAs('warn').map(({ id }) => inWords(id)),
    untested: ruledAs('inconclusive').map(({ id, hint }) => `${id}: ${hint}`),
    passed: ruledAs('pass').length,
    sessions: sessions?.played ?? 0,
  };
}
