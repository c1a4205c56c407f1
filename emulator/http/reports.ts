import { invalidFields } from '../domain/errors.ts';
import { DAY } from '../domain/values/time.ts';
import { requireLedger } from '../world/ledger.ts';
import { balanceBody } from '../world/reports.ts';
import { usageCounts } from '../world/usage-report.ts';
import type { WireAnswer } from '../world/wire.ts';
import { json } from './answer.ts';
import { parseQuery, utcDate } from './query.ts';
import type { ApiRequest } from './request.ts';

export const USAGE_PARAMETERS = { from: utcDate, to: utcDate };

/** Spec 4.4, in the form of reading 13. */
export function readUsage({ host, caller, query }: ApiRequest): WireAnswer {
  const { world } = host;
  const { readings } = world.settings;
  const { values: asked } = parseQuery(query, USAGE_PARAMETERS, {
    isTaken: (name) => world.rules.parameterIsTaken('usage', name),
    isIgnored: () => false,
  });
  const to = asked.to ?? world.state.now;
  const from = asked.from ?? to - (readings.usage_days - 1) * DAY;
  if (from > to) throw invalidFields([{ path: 'from', problem: 'must not be later than to' }]);
  return json(200, { data: usageCounts(world, caller.owner, from, to) });
}

/** Section 2.5. */
export function readCreditBalance({ host, caller }: ApiRequest): WireAnswer {
  requireLedger(host.world);
  return json(200, balanceBody(host.world, caller.owner));
}
