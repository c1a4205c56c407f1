import { invalidFields } from '../domain/errors.ts';
import { DAY, SECOND } from '../domain/values/time.ts';
import { requireLedger } from '../world/ledger.ts';
import { balanceBody, usageRows } from '../world/reports.ts';
import type { WireAnswer } from '../world/wire.ts';
import { json } from './answer.ts';
import { parseQuery, utcDate } from './query.ts';
import type { ApiRequest } from './request.ts';

const DEFAULT_DAYS = 30;
export const USAGE_PARAMETERS = { from: utcDate, to: utcDate };

/** Spec 4.4, in the shape of reading 13. */
export function readUsage({ host, caller, query }: ApiRequest): WireAnswer {
  const { values } = parseQuery(query, USAGE_PARAMETERS);
  const { world } = host;
  const to = values.to ?? world.state.now + world.settings.readings.clock_ahead_seconds * SECOND;
  const from = values.from ?? to - (DEFAULT_DAYS - 1) * DAY;
  if (from > to) throw invalidFields([{ path: 'from', problem: 'must not be later than to' }]);
  const rows = usageRows(world, caller.owner, from, to);
  return json(200, { data: rows.map(({ date, operation, accepted }) => ({ date, operation, accepted })) });
}

/** Section 2.5. */
export function readCreditBalance({ host, caller }: ApiRequest): WireAnswer {
  requireLedger(host.world);
  return json(200, balanceBody(host.world, caller.owner));
}
