import { environmentOf } from '../domain/account.ts';
import { admissionName, withAdmission } from '../domain/admission.ts';
import { ApiError } from '../domain/errors.ts';
import { quotaDay, quotaFor } from '../domain/quota.ts';
import { secondsUntil } from '../domain/values/time.ts';
import { drop, put } from '../domain/values/undo.ts';
import type { Operation } from '../domain/vocabulary.ts';
import type { Caller } from './caller.ts';
import { ownerAccount, type World } from './world.ts';

/** Reading 27: refuses a job if the quota of the day is used up. */
export function requireQuota(world: World, caller: Caller, operation: Operation): void {
  const { settings, state, rules } = world;
  const { now, switches } = state;
  const { readings } = settings;
  const each = ownerAccount(world, caller.owner).dailyQuota ?? switches.dailyQuota;
  const quota = quotaFor(readings, each, environmentOf(caller.owner), operation);
  if (quota === null) return;
  const own = [...state.quotaUses.values()].filter((use) => rules.quotaIsOf(use, caller));
  const uses = own.filter((use) => quota.operations.includes(use.operation));
  const jobs = uses.map(({ at }) => at);
  const { used, opensAt } = quotaDay(readings.quota_day, jobs, quota.units, now);
  const open = rules.quotaOpensAt(quota.units, used, opensAt);
  if (open === null) return;
  const because = { rule: 'QUOTA-429', section: '8', compared: { used_today: used } };
  throw new ApiError('rate_limited', { retryAfterSeconds: secondsUntil(open, now), because, about: 'quota' });
}

/** Returns the unit of a job to the quota. */
export function refundQuota({ state: { quotaUses } }: World, job: string): void {
  drop(quotaUses, job);
}

/** Reading 28: refuses a job that exceeds the admission limit. */
export function requireAdmission(world: World, caller: Caller): void {
  const { now, admissions } = world.state;
  for (const { name, limit } of admissionsOf(world, caller)) {
    const admission = admissions.get(name);
    const opensAt = world.rules.admissionOpensAt(limit, admission, now);
    if (opensAt === null) continue;
    const because = { rule: 'ADMISSION-429', section: '8', compared: { admitted_this_minute: admission?.count ?? 0 } };
    throw new ApiError('rate_limited', { retryAfterSeconds: secondsUntil(opensAt, now), because });
  }
}

/** Counts a submission for the admission limits. */
export function countSubmission(world: World, { caller }: { caller: Caller }): void {
  const { now, admissions } = world.state;
  for (const { name, limit } of admissionsOf(world, caller))
    put(admissions, name, withAdmission(admissions.get(name), limit, now));
}

/**
 * The counters of submissions and their limits: those of the key and of the account if they have their own, otherwise
 * the one of the reading.
 */
function admissionsOf(world: World, caller: Caller): { name: string; limit: number | null }[] {
  const { switches } = world.state;
  const { admission_owner } = world.settings.readings;
  const { admissionPerMinute, keyAdmissions } = ownerAccount(world, caller.owner);
  const ofAll = { name: admissionName(caller, admission_owner), limit: switches.admissionPerMinute };
  if (admissionPerMinute === null && keyAdmissions[caller.key] === undefined) return [ofAll];
  const own = [
    { name: admissionName(caller, 'api_key'), limit: keyAdmissions[caller.key] ?? null },
    { name: admissionName(caller, 'account'), limit: admissionPerMinute },
  ].filter(({ limit }) => limit !== null);
  return own.length > 0 ? own : [ofAll];
}
