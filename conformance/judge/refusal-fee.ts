import type { Trace } from '../play/trace.ts';
import { isSubmission } from '../target/routes.ts';

/** Every run has fewer refusals than this; a separate rule tests many refusals. */
const MANY = 10;

/**
 * Returns why units may be missing that no job cost. Accepted jobs cost credits, but other charges are not ruled out
 * (Spec 1): a client that repeats limited requests may have to pay for them. A separate rule tests this.
 */
export function whyCharged({ moments }: Trace): string | null {
  const refused = moments.flatMap((moment) => {
    const { request, answer } = moment.kind === 'answer' ? moment.exchange : {};
    if (request === undefined || !isSubmission(request.method, request.url)) return [];
    const status = answer?.status ?? 0;
    return status >= 400 && status < 500 ? [status] : [];
  });
  if (refused.length < MANY || !refused.includes(429)) return null;
  return `${refused.length} submissions were refused, some with 429 and sent again, and the specification does not say whether that costs units`;
}

/** Returns whether a rule is about units, except for the rule about this charge. */
export function isOfUnits(rule: string): boolean {
  return (rule.startsWith('CREDIT-') && rule !== 'CREDIT-REFUSED-FREE') || rule === 'SUBMIT-REFUSED-NO-JOB';
}
