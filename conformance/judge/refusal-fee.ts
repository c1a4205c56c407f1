import type { Trace } from '../play/trace.ts';
import { isSubmission } from '../target/routes.ts';

/** Fewer are in every run: a rule of its own looks at so many. */
const MANY = 10;

/**
 * Why units may be missing that no job cost. That accepted jobs cost credits does not say that nothing else does (Spec 1): who
 * sends again what was limited may be charged for that, which a rule of its own looks at.
 */
export function whyCharged({ moments }: Trace): string | null {
  const refused = moments.flatMap((moment) => {
    const { request, answer } = moment.kind === 'answer' ? moment.exchange : {};
    if (request === undefined || !isSubmission(request.method, request.url)) return [];
    const status = answer?.status ?? 0;
    return status >= 400 && status < 500 ? [status] : [];
  });
  if (refused.length < MANY || !refused.includes(429)) return null;
  return `${refused.length} submissions were refused, some with 429 and sent again: whether that costs units is not said`;
}

/** Whether a rule is about units, and not about this. */
export function isOfUnits(rule: string): boolean {
  return (rule.startsWith('CREDIT-') && rule !== 'CREDIT-REFUSED-FREE') || rule === 'SUBMIT-REFUSED-NO-JOB';
}
