import { describe, expect, it } from 'vitest';
import { badge } from './formats.ts';

const group = (passed: number, total: number) => ({ must: { passed, total, failed: 0, untested: total - passed } });
const groups = [group(40, 42), group(21, 21)];

describe('The badge', () => {
  it('has the number of must rules that passed in all groups', () => {
    const svg = badge({ conclusion: 'incomplete', groups });
    expect(svg).toContain('>tryon conformance</text>');
    expect(svg).toContain('>61/63 must</text>');
    expect(svg).toContain('<title>tryon conformance: 61/63 must (incomplete)</title>');
  });

  it('names the scope of the conclusion', () => {
    const of = (text: string) => badge({ conclusion: 'conformant', groups, certificate: { text } });
    expect(of('in core; webhooks declared off (51)')).toContain(
      '>61/63 must in core; webhooks declared off (51)</text>',
    );
    expect(of('3 without occasion')).toContain('>61/63 must; 3 without occasion</text>');
  });

  it('has a different color for each conclusion', () => {
    const conclusions = ['conformant', 'non-conformant', 'incomplete', 'error'] as const;
    const colours = conclusions.map(
      (conclusion) =>
        /fill="(#\w+)"\/>\n<rect width="\d+" height="20" fill="url/.exec(badge({ conclusion, groups }))?.[1],
    );
    expect(colours[0]).toBe('#4c1');
    expect(new Set(colours).size).toBe(4);
    expect(colours).not.toContain(undefined);
  });

  it('has no number for a run that checked nothing or broke', () => {
    expect(badge({ conclusion: 'incomplete', groups: [] })).toContain('>nothing checked</text>');
    expect(badge({ conclusion: 'error', groups })).not.toContain('61/63');
  });

  it('is as wide as its two parts, and well-formed', () => {
    const svg = badge({ conclusion: 'conformant', groups });
    const [whole, left, right] = [
      /svg .*?width="(\d+)"/,
      /<rect width="(\d+)" height="20" fill="#555"/,
      /<rect x="\d+" width="(\d+)"/,
    ].map((pattern) => Number(pattern.exec(svg)?.[1]));
    expect(whole).toBe((left ?? 0) + (right ?? 0));
    const opened = svg.match(/<[a-zA-Z]+(?=[ >])/g)?.length;
    const closed = (svg.match(/<\/[a-zA-Z]+>/g)?.length ?? 0) + (svg.match(/\/>/g)?.length ?? 0);
    expect(opened).toBe(closed);
  });
});
