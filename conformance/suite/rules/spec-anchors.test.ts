import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { BadSource } from '../yaml/problem.ts';
import { loadRules } from './load-rules.ts';
import { anchorGaps, readSpecAnchors, SPEC_ANCHORS, specAnchorsText } from './spec-anchors.ts';
import { specSentences } from './spec-sentences.ts';
import { SAMPLE_SPEC, sampleRegistry } from './testing/sample-rules.ts';

const FOLDER = new URL('../../../scenarios/rules/', import.meta.url);
const filesOfRules = () =>
  readdirSync(FOLDER)
    .filter((file) => file.endsWith('.yaml'))
    .map((file) => ({ file: `scenarios/rules/${file}`, text: readFileSync(new URL(file, FOLDER), 'utf8') }));

describe('the anchors of the spec', () => {
  const stated = readSpecAnchors(SPEC_ANCHORS, readFileSync(new URL(SPEC_ANCHORS, FOLDER), 'utf8'));
  const registry = loadRules(filesOfRules());

  it('are each named by a rule, so that no statement of the spec is forgotten', () => {
    expect([...stated.anchors.values()].flat().length).toBeGreaterThan(200);
    expect(anchorGaps(registry, stated).unnamed).toEqual([]);
  });

  it('are the only ones that rules name', () => {
    expect(anchorGaps(registry, stated).gone).toEqual([]);
  });

  it('are missed where no rule names them, and told where the spec has lost them', () => {
    const anchors = new Map([['4.2', ['d539cd36', '31cc8f78', '01234567']]]);
    expect(anchorGaps(sampleRegistry(), { spec: '1', anchors })).toEqual({ unnamed: ['01234567'], gone: ['9745e4d9'] });
  });

  it('are written out by section, and read back as they were', () => {
    const text = specAnchorsText('2.0.0', SAMPLE_SPEC);
    expect(readSpecAnchors('x.yaml', text)).toEqual({
      spec: '2.0.0',
      anchors: new Map([
        ['4.2', ['d539cd36', '31cc8f78']],
        ['5', ['9745e4d9']],
      ]),
    });
    for (const sentence of specSentences(SAMPLE_SPEC)) expect(text).not.toContain(sentence.text);
  });

  it.each(['', 'spec: 1', '{spec: 1, anchors: [a]}', '{spec: 1, anchors: {"2": [12345678]}}'])('refuses %j', (text) => {
    expect(() => readSpecAnchors('x.yaml', text)).toThrow(BadSource);
    expect(() => readSpecAnchors('x.yaml', text)).toThrow(/^x\.yaml:1:\d+: must be \{spec: version/);
  });
});
