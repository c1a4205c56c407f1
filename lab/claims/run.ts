import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { openSuite } from '../../conformance/certify.ts';
import { EXIT, type Flags } from '../../shared/command.ts';
import { assertSome, runProof } from '../proof/script.ts';
import { standingOf } from './judge-claim.ts';
import { readClaim } from './read-claim.ts';
import { type Judged, withTable } from './table.ts';

const HELP = `npm run claims -- [options]: checks every report in conformance/reports/ again, from its recording.

  --write   writes the table of conformance/reports/README.md

Ends with 1 where a report does not follow from its recording, and with 2 where a claim is incomplete. A claim that is older than
180 days, or than the suite, is stale, which is not a failure.`;

const ROOT = fileURLToPath(new URL('../../conformance/reports/', import.meta.url));
const PAGE = `${ROOT}README.md`;

await runProof('claims', HELP, main);

async function main(flags: Flags): Promise<number> {
  const folders = readdirSync(ROOT, { withFileTypes: true }).filter((entry) => entry.isDirectory());
  assertSome(folders);
  const loaded = openSuite();
  const judged: Judged[] = [];
  for (const { name } of folders) {
    const claim = await readClaim(ROOT, name);
    const standing = await standingOf(claim, loaded, Date.now());
    judged.push({ ...claim, standing });
    const because = standing.state === 'verified' ? [] : [standing.because].flat();
    console.log([`${standing.state.padEnd(9)} ${name}: ${claim.report.conclusion}`, ...because].join('\n    '));
  }
  if (flags['write'] === true) writeFileSync(PAGE, withTable(readFileSync(PAGE, 'utf8'), judged));
  return judged.some(({ standing }) => standing.state === 'refused') ? EXIT.problems : EXIT.fine;
}
