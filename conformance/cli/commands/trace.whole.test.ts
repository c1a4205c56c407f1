import { existsSync } from 'node:fs';
import { beforeAll, describe, expect, it } from 'vitest';
import { scratchFolder } from '../../../emulator/testing/scratch-folder.ts';
import { runCli } from '../testing/launch.ts';

const { folder, path, read, write } = scratchFolder();
const inFolder = { cwd: folder };
const inSuite = { cwd: path('acme') };

describe('tryon-conformance trace', () => {
  beforeAll(() => runCli(['init', '--suite', 'acme'], inFolder));

  it("renders the spec of a suite as a page, with the suite's rules, scenarios and deviations", async () => {
    const { code, err } = await runCli(['trace', '--html', 'page.html'], inSuite);
    expect({ code, err }).toEqual({ code: 0, err: '' });
    const page = read('acme/page.html');
    expect(page).toContain('<h1>spec.md</h1>');
    expect(page).toMatch(/data-verdict="pass">.*<code>ACME-COUNTED-AT<\/code> must:/);
    expect(page).toMatch(/tested in<\/span> <code>acme\/counted-at<\/code>/);
    expect(page).toMatch(/broken by<\/span> <code>no-counted-at<\/code> <code>counted-at-noon<\/code>/);
  });

  it('uses the deviations of --deviations for the page if there are any', async () => {
    const file = write('none.json', '[]');
    await runCli(['trace', '--html', 'none.html', '--deviations', file], inSuite);
    expect(read('acme/none.html')).toMatch(/data-verdict="warn">.*<code>ACME-COUNTED-AT<\/code>/);
  });

  it('compares the spec with a newer draft, in the output and on the page', async () => {
    const draft = write('draft.md', `${read('acme/spec.md').replace('# 1', '# 2')}\nIt is exact.\n`);
    const { code, out } = await runCli(['trace', '--against', draft, '--html', 'compared.html'], inSuite);
    expect(code).toBe(1);
    expect(out).toMatch(
      /^Moved in the draft \(1\)\n.*\n +from §1 to §2\n +touches ACME-COUNTED-AT in acme\/counted-at\n/,
    );
    expect(out).toContain('New in the draft, and named by no rule (1)\n  L5  It is exact.\n');
    expect(read('acme/compared.html')).toContain('<h2>Moved <span class="count">1</span></h2>');
    const same = await runCli(['trace', '--against', 'spec.md', '--spec', 'spec.md'], inSuite);
    expect([same.code, same.out]).toEqual([0, expect.stringContaining('nothing is missing')]);
  });

  it.each([
    [['--html', 'lost.html'], '--html needs the text of the spec: add --spec FILE'],
    [['--against', 'draft.md'], '--against needs a text to compare with: add --spec FILE'],
    [['--spec', 'acme/spec.md', '--against', 'nowhere.md'], '--against nowhere.md: there is no such file'],
    [['--spec', 'acme/spec.md', '--html', '.'], '--html .: it is a folder; name a file'],
    [
      ['--spec', 'acme/spec.md', '--html', './acme/spec.md'],
      '--html ./acme/spec.md would overwrite the text that is read',
    ],
  ])('refuses %j: %s', async (words, problem) => {
    const { code, err } = await runCli(['trace', ...words], inFolder);
    expect([code, err]).toEqual([2, expect.stringContaining(problem)]);
    expect(existsSync(path('lost.html'))).toBe(false);
  });
});
