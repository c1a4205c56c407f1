export type Counts = {
  steps: number;
  operations: Map<string, number>;
  answers: Map<string, number>;
  faults: number;
  restarts: Map<string, number>;
  deliveries: number;
  /** Transitions in the table of section 3, and in the life of an asset. */
  transitions: Map<string, number>;
};

export const TRANSITIONS = [
  'submit is accepted: queued',
  'queued to running',
  'running to succeeded',
  'running to failed',
  'cancel of queued: cancelled, 200',
  'cancel of queued: 202',
  'cancel of running: 202',
  'late cancel is honoured',
  'late cancel comes too late: succeeded',
  'late cancel comes too late: failed',
  'cancel of cancelled: 200',
  'cancel of succeeded: 409',
  'cancel of failed: 409',
  'delete of queued: 409',
  'delete of running: 409',
  'delete of succeeded: 204',
  'delete of failed: 204',
  'delete of cancelled: 204',
  'delete again: 204',
  'read of deleted: 404',
  'key of deleted: 410',
  'retention of a job passes',
  'upload of an asset',
  'delete of an asset',
  'expiry of an asset',
  'delete of a result: 409',
] as const;
export type Transition = (typeof TRANSITIONS)[number];

export function noCounts(): Counts {
  return {
    steps: 0,
    operations: new Map(),
    answers: new Map(),
    faults: 0,
    restarts: new Map(),
    deliveries: 0,
    transitions: new Map(),
  };
}

export function bump(table: Map<string, number>, name: string, by = 1): void {
  table.set(name, (table.get(name) ?? 0) + by);
}

export function reached(counts: Counts, transition: Transition): void {
  bump(counts.transitions, transition);
}

export function unreached({ transitions }: Counts): string[] {
  return TRANSITIONS.filter((name) => !transitions.has(name));
}

export function addCounts(sum: Counts, more: Counts): void {
  sum.steps += more.steps;
  sum.faults += more.faults;
  sum.deliveries += more.deliveries;
  for (const table of ['operations', 'answers', 'restarts', 'transitions'] as const)
    for (const [name, count] of more[table]) bump(sum[table], name, count);
}

export function countsText(counts: Counts): string {
  const { operations, answers, restarts, transitions, faults, deliveries, steps } = counts;
  const missing = unreached(counts);
  return [
    `steps: ${steps}`,
    `operations: ${tableText(operations)}`,
    `answers: ${tableText(answers)}`,
    `faults: ${faults}; deliveries: ${deliveries}; restarts: ${tableText(restarts)}`,
    `transitions reached: ${TRANSITIONS.length - missing.length} of ${TRANSITIONS.length}: ${tableText(transitions)}`,
    ...(missing.length > 0 ? [`not reached: ${missing.join('; ')}`] : []),
  ].join('\n');
}

function tableText(table: ReadonlyMap<string, number>): string {
  return [...table]
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, count]) => `${name} ${count}`)
    .join(', ');
}
