import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { annotations, badge, ctrfReport, junitReport, summary } from './report/formats/formats.ts';
import { htmlReport } from './report/html/html.ts';
import type { Report } from './report/report.ts';
import { formatReport } from './report/terminal/terminal.ts';
import { verifyReport } from './report/verify.ts';
import { targetFromFlags } from './target/target-from-flags.ts';
import { graded } from './testing/graded.ts';
import { readingsOf } from './testing/readings.ts';
import type { Script } from './testing/scripted-server.ts';
import { suiteOf } from './testing/suite-of.ts';
import { DISGUISES, disguised, randomKey } from './wire/testing/disguised.ts';

/** Produces a failure, a difference, a gap and a leftover id: every place where an answer can appear. */
const SUITE = suiteOf(`scenario: a/b
covers: [FIRST-RULE, SECOND-RULE, GAP-OPEN]
steps:
  - id: thing
    call: GET /v1/thing
    expect: {FIRST-RULE: {status: 400, body.said: none, header.x-said: none}, SECOND-RULE: {body: {equals: {}}}}
    observe: {GAP-OPEN: [status, body, text, header.x-said]}
  - {id: sent, call: "GET /v1/things/\${thing.body.said}", headers: {X-Said: "\${thing.header.x-said}"}, expect: {SECOND-RULE: {status: 400}}}
`);

const terminal = (verbose: boolean) => (report: Report) => formatReport(report, { color: true, width: 100, verbose });
const FORMS: Record<string, (report: Report) => string> = {
  json: (report) => JSON.stringify(report),
  html: (report) => htmlReport(report).replace(/<(style|script)>.*?<\/\1>/gs, ''),
  junit: junitReport,
  ctrf: (report) => JSON.stringify(ctrfReport(report)),
  summary,
  annotations,
  badge,
  terminal: terminal(false),
  'terminal, with everything': terminal(true),
};

describe('A key that a server returns in any disguise', () => {
  it('is in no form of the report, and the verdicts still follow from the recording', async () => {
    await fc.assert(
      fc.asyncProperty(randomKey, disguised, disguised, async (key, inBody, inHeader) => {
        const said = (way: string) => DISGUISES[way]?.(key) ?? '';
        const script: Script = () => ({
          headers: { 'Content-Type': 'application/json', 'X-Said': said(inHeader) },
          text: `{"said": "${said(inBody)}", "${said(inBody)}": [1]}`,
        });
        const { keys } = targetFromFlags({ base_url: 'http://127.0.0.1', keys: { primary: key } });
        const { report } = await graded(SUITE, script, { target: { keys } });
        const leaks = Object.entries(FORMS).filter(([, write]) =>
          readingsOf(write(report), 2).some((reading) => reading.includes(key)),
        );
        expect(leaks.map(([form]) => form)).toEqual([]);
        expect((await verifyReport(report, SUITE.suite, SUITE.context)).differences).toEqual([]);
      }),
      { numRuns: 12 },
    );
  });
});
