import type { Readings } from '../../../shared/questions/generated/readings.ts';
import type { ApiError } from '../../domain/errors.ts';
import { HOUR, SECOND } from '../../domain/values/time.ts';
import type { Means } from '../deviation.ts';
import { refusedAs } from '../refusals.ts';
import { decide } from '../views.ts';

export const LIMIT_CHOICES: Readonly<Record<string, Means>> = {
  quota_status: (status) => refusedAs(ofQuota, { status: Number(status), retryable: false }),
  quota_code: (code) => refusedAs(ofQuota, { code: String(code) }),
  quota_retry_after: (choice) =>
    refusedAs(ofQuota, { retryAfterSeconds: choice === 'one_hour' ? HOUR / SECOND : null }),
  quota_owner: () => decide({ quotaIsOf: (use, caller) => use.key === caller.key }),
  quota_of_failed: () => decide({ refundsQuotaOfFailed: () => true }),
  admission_window: (within) =>
    decide((was) => ({
      admissionOpensAt: (limit, admission, now) =>
        was.admissionOpensAt(limit, admission, now, within as Readings['admission_window']),
    })),
};

function ofQuota({ about }: ApiError): boolean {
  return about === 'quota';
}
