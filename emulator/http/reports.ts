import type { Readings } from '../../shared/questions/generated/readings.ts';
import { invalidFields } from '../domain/errors.ts';
import { DAY } from '../domain/values/time.ts';
import { requireLedger } from '../world/ledger.ts';
import { balanceBody } from '../world/reports.ts';
import { usageCounts } from '../world/usage-report.ts';
import type { Query, WireAnswer } from '../world/wire.ts';
import { json } from './answer.ts';
import { parseQuery, utcDate } from './query.ts';
import type { ApiRequest } from './request.ts';

export const USAGE_PARAMETERS = { from: utcDate, to: utcDate };

/** Spec 4.4, in the shape of reading 13. */
export function readUsage({ host, caller, query }: ApiRequest): WireAnswer {
  const { world } = host;
  const { readings } = world.settings;
  const asked = daysAsked(query, readings);
  const to = asked.to ?? world.state.now;
  const from = asked.from ?? to - (readings.usage_days - 1) * DAY;
  if (from > to) throw invalidFields([{ path: 'from', problem: 'must not be later than to' }]);
  return json(200, { data: usageCounts(world, caller.owner, from, to) });
}

const NO_DAYS = { from: null, to: null };

/** The days that are asked for, where the readings know parameters to ask with. */
function daysAsked(query: Query, { usage_parameters, usage_unknown_parameter }: Readings) {
  const parameters: Partial<typeof USAGE_PARAMETERS> = usage_parameters === 'none' ? {} : USAGE_PARAMETERS;
  const taken =
    usage_unknown_parameter === 'ignore' ? query.filter(([name]) => Object.hasOwn(parameters, name)) : query;
  return { ...NO_DAYS, ...parseQuery(taken, parameters).values };
}

/** Section 2.5. */
export function readCreditBalance({ host, caller }: ApiRequest): WireAnswer {
  requireLedger(host.world);
  return json(200, balanceBody(host.world, caller.owner));
}
