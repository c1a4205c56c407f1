import { type Flags, listFlag, UsageError } from '../../shared/command.ts';
import { AUDIT_RULES, type AuditRule } from '../domain/test-control/audit.ts';

const RULES = Object.keys(AUDIT_RULES) as AuditRule[];

export const AUDIT_FLAGS = {
  ignore: { about: 'rules to ignore', value: 'RULES', words: RULES, list: true },
  expect: { about: 'statuses that your tests expect, such as 400,402', value: 'STATUSES', multiple: true, list: true },
} as const;

export function ignoredRules(flags: Flags): AuditRule[] {
  return listFlag(flags, 'ignore') as AuditRule[];
}

export function expectedStatuses(flags: Flags): number[] {
  return listFlag(flags, 'expect').map((text) => {
    if (/^[45]\d\d$/.test(text)) return Number(text);
    throw new UsageError(`--expect must be comma-separated statuses from 400 to 599, such as 400,402, not ${text}`);
  });
}
