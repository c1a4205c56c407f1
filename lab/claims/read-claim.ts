import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod/mini';
import { readReport } from '../../conformance/cli/read-report.ts';
import type { Report } from '../../conformance/report/report.ts';
import { type Problem, problemText } from '../../conformance/suite/yaml/problem.ts';
import { readAs } from '../../conformance/suite/yaml/read-as.ts';
import { documentsOf } from '../../conformance/suite/yaml/source-file.ts';
import { UsageError } from '../../shared/command.ts';

const line = z.string().check(z.regex(/^\S[^\n|<>]*$/, 'must be one line, without | < >'));

const claimSchema = z.strictObject({
  product: line,
  version: line,
  organisation: line,
  /** A mail address or a URL. */
  contact: line,
  /** The commands that reproduce the report. */
  run: z.string().check(z.minLength(1)),
});

export type Claim = z.output<typeof claimSchema> & { folder: string; report: Report };

const [CLAIM, REPORTS] = ['claim.yaml', ['report.json.gz', 'report.json']];

/** Reads the claim in a folder: who makes it, and its report. */
export async function readClaim(root: string, folder: string): Promise<Claim> {
  const file = join(root, folder, CLAIM);
  if (!existsSync(file)) throw new UsageError(`${folder}: it has no ${CLAIM}; copy the one of another claim`);
  const report = REPORTS.map((name) => join(root, folder, name)).find((path) => existsSync(path));
  if (report === undefined)
    throw new UsageError(`${folder}: it has no ${REPORTS[0]}; create it with run --json ${REPORTS[0]}`);
  return { ...claimIn(file, `${folder}/${CLAIM}`), folder, report: await readReport(report) };
}

function claimIn(path: string, file: string): z.output<typeof claimSchema> {
  const [node] = documentsOf({ file, text: readFileSync(path, 'utf8') });
  const problems: Problem[] = [];
  const claim = node === undefined ? null : readAs(claimSchema, node, 'the claim', problems);
  if (claim === null) throw new UsageError(problems.map(problemText).join('\n') || `${file}: it is empty`);
  return claim;
}
