import type { Row, VaryReport } from '../report/report.ts';

const ROW: Row = {
  variation: 'upload_status=200',
  kind: 'lawful',
  section: '4.1',
  says: 'an upload answers 200',
  verdict: 'fine',
  finding: null,
  because: null,
  failed: [],
  flaky: [],
  results: null,
  total: null,
  exit: 0,
  hung: false,
  proofs: [],
  open: [],
  moment: [],
  read_in: [],
  tail: '',
  took: 1500,
};

export function rowOf(part: Partial<Row> = {}): Row {
  return { ...ROW, ...part };
}

export function reportOf(rows: readonly Row[], part: Partial<VaryReport> = {}): VaryReport {
  return {
    tool: { name: 'tryon-emulator vary', version: '1.0.0' },
    command: 'npm test',
    started: '2026-01-01T00:00:00.000Z',
    took: 60_000,
    runs_took: 58_000,
    seed: null,
    conclusion: 'findings',
    unjudged: null,
    flaky: [],
    rows,
    not_met: [],
    ...part,
  };
}
