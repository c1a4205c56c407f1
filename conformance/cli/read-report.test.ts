import { readFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { scratchFolder } from '../../emulator/testing/scratch-folder.ts';
import { conformantReport } from '../report/testing/sample-report.ts';
import { emptyOutputs, writeOutputs } from './outputs.ts';
import { readReport } from './read-report.ts';

const { path, write } = scratchFolder();
const report = JSON.parse(JSON.stringify(conformantReport()));

it.each(['json', 'plain-json'])(
  'reads what --%s wrote, also if it is compressed because the name ends in .gz',
  async (flag) => {
    const [plain, compressed] = [path('one.json'), path('one.json.gz')];
    for (const file of [plain, compressed]) {
      writeOutputs(report, { [flag]: file });
      expect(await readReport(file)).toEqual(report);
    }
    expect(JSON.parse(readFileSync(plain, 'utf8'))).toEqual(report);
    expect([...readFileSync(compressed).subarray(0, 2)]).toEqual([0x1f, 0x8b]);
  },
);

it('recognizes gzip by its first bytes, whatever the name of the file', async () => {
  expect(await readReport(write('gzip.json', gzipSync(JSON.stringify(report))))).toEqual(report);
});

it('refuses gzip that is larger than any report, truncated or damaged, and the report of a killed run', async () => {
  const bytes = gzipSync(JSON.stringify(report));
  const bomb = write('bomb.json.gz', gzipSync(' '.repeat(1_000_000)));
  await expect(readReport(bomb, 100_000)).rejects.toThrow(`${bomb}: it is larger than any report when it is unpacked`);
  const half = write('half.json.gz', bytes.subarray(0, bytes.length / 2));
  await expect(readReport(half)).rejects.toThrow(`${half}: its gzip is damaged, or a part is missing`);
  const damaged = write('damaged.json.gz', Buffer.from(bytes).fill(0x55, 20, 40));
  await expect(readReport(damaged)).rejects.toThrow(`${damaged}: its gzip is damaged, or a part is missing`);
  emptyOutputs({ json: path('killed.json.gz') });
  await expect(readReport(path('killed.json.gz'))).rejects.toThrow('it is empty');
});
