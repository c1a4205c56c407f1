import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import type { Report } from '../report.ts';
import { formatReport } from '../terminal/terminal.ts';
import { conformantReport, crashedReport, rule, sampleReport } from '../testing/sample-report.ts';
import { htmlReport } from './html.ts';

const page = htmlReport(sampleReport());

/** The card of a rule. */
function cardOf(id: string, text = page): string {
  return text.split('<article').find((part) => part.includes(`id="${id}"`)) ?? '';
}

describe('The report as a page', () => {
  it('loads nothing from outside', () => {
    expect(page).not.toMatch(/<(?:link|img|iframe|object|base)\b|\bsrc=|@import|url\(/);
  });

  it('states which part of a passed rule was not tested, and which pictures were uploaded', () => {
    const partly = { whole: 0, of: 1, lacking: [{ scenario: 'a/late', reason: 'retention' as const, in_part: true }] };
    const rules = [rule('A-RULE', 'core', 'must', 'pass', 'x', { partly })];
    const pictures = { taken: true, shortest_side: null, longest_side: null, own: true };
    const html = htmlReport(sampleReport({ rules, failures: [], pictures }));
    expect(html).toContain('<span class="why">tried in part: a/late retention</span>');
    expect(html).toContain('all were made of target.data.face');
  });

  it('states that no certificate was checked, as the terminal does', () => {
    const connection = { headers: [], proxy: null, insecure: true, rate: null };
    const report = sampleReport();
    const insecure = { ...report, target: { ...report.target, connection } };
    for (const text of [htmlReport(insecure), formatReport(insecure, { color: false, width: 100, verbose: false })])
      expect(text).toContain('no certificate was checked (tls.insecure)');
  });

  it('does not use an alarming color for zero failures', () => {
    expect(htmlReport(conformantReport())).toContain('<li class="not_applicable"><b>0</b> failed</li>');
    expect(page).toMatch(/<li class="fail"><b>[1-9]\d*<\/b> failed<\/li>/);
  });

  it('allows only its own script', () => {
    const script = /<script>([\s\S]*?)<\/script>/.exec(page)?.[1] ?? '';
    const hash = createHash('sha256').update(script).digest('base64');
    expect(page).toContain(
      `default-src 'none'; style-src 'unsafe-inline'; script-src 'sha256-${hash}'`.replaceAll("'", '&#39;'),
    );
    expect(page.match(/<script/g)).toHaveLength(1);
    expect(page).not.toMatch(/\son\w+=/);
  });

  it('shows what a target says as text, in every place', () => {
    const evil = '"><script>alert(1)</script>';
    const report = sampleReport();
    const changed: Report = {
      ...report,
      target: { ...report.target, name: evil, version: evil, base_url: evil },
      failures: report.failures.map((card) => ({
        ...card,
        step: evil,
        mismatches: [{ pointer: evil, expected: evil, seen: evil }],
        reference: { status: 200, body: evil },
      })),
      gaps: [{ id: 'GAP-A', ask: evil, questions: [evil], answers: [{ seen: { [evil]: evil }, times: 1 }] }],
      leftovers: [evil],
      stale: [evil],
      errors: [{ instance: evil, message: evil }],
    };
    const html = htmlReport(changed);
    expect(html.match(/<script/g)).toHaveLength(1);
    expect(html).not.toContain('alert(1)</script>');
  });

  it('closes each element', () => {
    const tags = page
      .replace(/<script>[\s\S]*?<\/script>|<style>[\s\S]*?<\/style>|<!doctype html>/g, '')
      .matchAll(/<(\/?)([a-z0-9]+)[^>]*?>/g);
    const open: string[] = [];
    for (const [, slash, name = ''] of tags) {
      if (['meta', 'input'].includes(name)) continue;
      if (slash === '/') expect(open.pop()).toBe(name);
      else open.push(name);
    }
    expect(open).toEqual([]);
  });

  it('has the conclusion, the groups, and a card for each violated rule', () => {
    expect(page).toMatch(/<p class="conclusion non-conformant"><strong>non-conformant<\/strong>/);
    expect(page).toContain('must 18 of 21, 2 failed, 1 untested');
    for (const id of ['IDEM-SAME-JOB', 'CANCEL-ETAG', 'IDEM-RACE-ONE-JOB', 'AUTH-NETWORK-403'])
      expect(page.split(`<article class="card`).filter((part) => part.includes(`id="${id}"`))).toHaveLength(1);
  });

  it('begins with a line for each failed rule, which links to its card, and the number of warnings', () => {
    const [list = ''] = page.match(/<nav[\s\S]*?<\/nav>/) ?? [];
    expect(list).toContain('<h2>2 rules failed</h2>');
    expect([...list.matchAll(/<li><a href="#([^"]+)"/g)].map(([, id]) => id)).toEqual(['IDEM-SAME-JOB', 'CANCEL-ETAG']);
    expect(list).toContain('<a href="#warnings">1 warning</a>, <a href="#known-failures">1 known failure</a>');
    for (const id of ['warnings', 'known-failures']) expect(page).toContain(`<section id="${id}">`);
    expect(page.indexOf('<nav')).toBeLessThan(page.indexOf('<article'));
    expect(htmlReport(conformantReport())).not.toContain('<nav');
  });

  it('shows the last three exchanges of a failure, and folds the earlier ones', () => {
    const [, folded = '', shown = ''] =
      /<details><summary>2 earlier steps<\/summary>([\s\S]*?<\/ol>)<\/details>\s*(<ol[\s\S]*?<\/ol>)/.exec(
        cardOf('CANCEL-ETAG'),
      ) ?? [];
    expect([folded, shown].map((part) => part.match(/<li>/g)?.length)).toEqual([2, 3]);
    expect(shown).toMatch(/^<ol class="chain" start="3">/);
    expect(cardOf('IDEM-SAME-JOB')).not.toContain('earlier step');
  });

  it('shows one failure of a rule and folds the others, and folds all but three differences', () => {
    const card = cardOf('IDEM-SAME-JOB');
    expect(card.indexOf('idempotency/replay[skin.analyze]')).toBeLessThan(
      card.indexOf('<summary>1 more occurrence</summary>'),
    );
    expect(card.indexOf('<summary>1 more occurrence</summary>')).toBeLessThan(
      card.indexOf('idempotency/replay[makeup.apply]'),
    );
    expect(card).not.toContain('more difference');
    const mismatches = Array.from({ length: 5 }, (_, index) => ({ pointer: `/${index}`, expected: 'x', seen: 1 }));
    const failures = sampleReport().failures.map((one) => ({ ...one, mismatches }));
    expect(cardOf('CANCEL-ETAG', htmlReport(sampleReport({ failures })))).toMatch(
      /<code>\/2<\/code>[\s\S]*<details><summary>2 more differences<\/summary>[\s\S]*<code>\/3<\/code>/,
    );
  });

  it('opens the exchange that shows a failure if few rules failed, and folds a warning into one line', () => {
    expect(page.match(/<details open><summary><code>/g)).toHaveLength(2);
    const many = ['A-1', 'A-2', 'A-3', 'A-4'].map((id) => rule(id, 'core', 'must', 'fail', 'x'));
    const failures = many.flatMap(({ id }) =>
      sampleReport()
        .failures.slice(0, 1)
        .map((one) => ({ ...one, rule: id })),
    );
    expect(htmlReport(sampleReport({ rules: many, failures }))).not.toContain('<details open>');
    expect(cardOf('IDEM-RACE-ONE-JOB')).toContain(
      '<details><summary><code>the whole: expected 1 body.id, seen 2</code>',
    );
  });

  it('states what to do about the untested rules, and how many there are', () => {
    const todo = '<summary>offer drivers.clock, or run with --wall 30h: <b>3 rules</b></summary>';
    expect(page).toContain(todo);
    expect(page.split(todo)[1]).toMatch(/^\s*<p class="ids"><span class="quiet">needs-clock:<\/span> <code>WH-WAITS/);
  });

  it('folds a long list, and leaves a short one open', () => {
    for (const [fold, title, count] of [
      ['', 'Rules', 31],
      [' open', 'Gaps', 2],
    ])
      expect(page).toContain(`class="fold"${fold}><summary><h2>${title} <span class="count">${count}</span></h2>`);
  });

  it('has the whole chain with headers and bodies, and the script that repeats it', () => {
    const card = cardOf('CANCEL-ETAG');
    expect(card.match(/<li><details/g)).toHaveLength(5);
    expect(card).toContain('ETag: &quot;c-2&quot;');
    expect(card).toContain('Answer of the emulator');
    expect(card).toContain('curl ');
    expect(card).toMatch(/<pre>tryon-conformance run http\S+ --only cancel\/races --seed 7f3a<\/pre>/);
  });

  it('has a row for each rule with its verdict, and a filter for each verdict that occurs', () => {
    expect(page.match(/<tr data-verdict=/g)).toHaveLength(31);
    expect(page.match(/type="radio"/g)).toHaveLength(7);
    expect(page).toContain('value="known"');
  });

  it('reports internal errors of the harness, and leaves out empty sections', () => {
    expect(htmlReport(crashedReport())).toContain('Internal errors of the kit');
    const fine = htmlReport(conformantReport());
    for (const title of ['Failures', 'Warnings', 'Not tested', 'Gaps', 'To clean up', 'Internal errors of the kit'])
      expect(fine).not.toContain(`<h2>${title}`);
  });

  it('shows only the end of a very long chain', () => {
    const report = sampleReport();
    const [card] = report.failures;
    if (card === undefined) throw new Error('the sample has cards');
    const long = { ...card, exchanges: Array.from({ length: 100 }, (_, index) => index % 2) };
    const html = htmlReport({ ...report, failures: [long] });
    expect(html).toContain('60 earlier steps');
    expect(html).toContain('<ol class="chain" start="61">');
  });

  it('truncates long request lines and expected values, but not the script that repeats them', () => {
    const report = sampleReport();
    const long = 'x'.repeat(20_000);
    const text = JSON.stringify(report).replaceAll('job_7Kq2', `job_${long}`);
    const mismatches = [{ pointer: '/status', expected: long, seen: 404 }];
    const parsed: Report = JSON.parse(text);
    const html = htmlReport({ ...parsed, failures: parsed.failures.map((one) => ({ ...one, mismatches })) });
    const longest = (part: RegExp) => Math.max(...[...html.matchAll(part)].map(([whole]) => whole.length));
    expect(longest(/<summary><code>[^<]*/g)).toBeLessThan(400);
    expect(longest(/<code class="expected">[^<]*/g)).toBeLessThan(12_100);
    expect(/Repeat it with curl[\s\S]*?<\/pre>/.exec(html)?.[0]).not.toContain('more characters');
  });
});
