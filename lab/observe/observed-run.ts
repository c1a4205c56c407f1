import { certifyWith } from '../../conformance/certify.ts';
import { openRelay } from '../../conformance/observe/proxy/relay.ts';
import { readTraffic } from '../../conformance/observe/read/read-traffic.ts';
import { harOf } from '../../conformance/observe/read/write-har.ts';
import { reportOfTraffic } from '../../conformance/observe/report-of-traffic.ts';
import type { RawExchange } from '../../conformance/observe/traffic.ts';
import type { Report } from '../../conformance/report/report.ts';
import type { Loaded } from '../../conformance/suite/scenario/load-suite.ts';
import { targetFromFlags } from '../../conformance/target/target-from-flags.ts';
import { QUESTIONS } from '../../shared/questions/generated/table.ts';
import type { OtherServerOptions } from '../other-make/options.ts';
import { startOtherServer } from '../other-make/start.ts';

/** The report of the suite on its own requests, and the report from observing the same traffic. */
export type ObservedRun = { sent: Report; observed: Report };

/**
 * Runs the suite on a server of another make through the proxy, and observes the traffic. Calls of drivers bypass the
 * proxy, so clocks, accounts and units change unseen.
 */
export async function observedRun(
  loaded: Loaded,
  options: OtherServerOptions,
  only: readonly string[] = [],
): Promise<ObservedRun> {
  const server = await startOtherServer({ clock: 'stands', ...options });
  const passed: RawExchange[] = [];
  const relay = await openRelay({
    server: new URL(server.base_url),
    port: 0,
    onExchange: (raw) => void passed.push(raw),
    onTrouble: () => {},
  });
  try {
    const target = targetFromFlags({ base_url: relay.url, drivers: { url: server.driver_url }, live_keys: 'allow' });
    const sent = await certifyWith(loaded, target, { only, seed: 'observe' });
    await relay.close();
    // The traffic goes through a file, so that nothing else from the run is known.
    const har = harOf(passed, { server: server.base_url, keepsPictures: true, version: 'lab' });
    const traffic = await readTraffic('traffic.har', har, null);
    const observing = { suite: loaded.suite, questions: QUESTIONS, keys: {}, version: 'lab' };
    return { sent, observed: await reportOfTraffic(traffic, observing) };
  } finally {
    await relay.close();
    await server.close();
  }
}

export function violatedIn({ rules }: Report): string[] {
  return rules.filter(({ verdict }) => verdict === 'fail').map(({ id }) => id);
}
