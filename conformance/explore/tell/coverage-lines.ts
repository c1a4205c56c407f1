import type { Coverage } from '../coverage.ts';

/** What was covered: each operation with the answers that it had, the ways of jobs, and how many pairs of operations. */
export function coverageLines({ answers, transitions, pairs }: Coverage): string[] {
  const byOperation = new Map<string, string[]>();
  for (const [answer, count] of [...answers].sort(([one], [other]) => (one < other ? -1 : 1))) {
    const [, operation = answer, rest = ''] = /^(.*?) (\d{3}.*|no answer.*)$/.exec(answer) ?? [];
    byOperation.set(operation, [...(byOperation.get(operation) ?? []), `${rest} (${count})`]);
  }
  return [
    `covered: ${byOperation.size} operations, ${answers.size} of their answers, ${pairs.size} pairs of operations one after the other`,
    ...[...byOperation].map(([operation, all]) => `  ${operation}: ${all.join(', ')}`),
    ...(transitions.size === 0
      ? []
      : [`  jobs: ${[...transitions].map(([way, count]) => `${way} (${count})`).join(', ')}`]),
  ];
}
