import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { BadSource } from '../yaml/problem.ts';
import { loadRules } from './load-rules.ts';
import { readSpecAnchors, SPEC_ANCHORS } from './spec-anchors.ts';

const FOLDER = new URL('../../../scenarios/rules/', import.meta.url);
const filesOfRules = () =>
  readdirSync(FOLDER)
    .filter((file) => file.endsWith('.yaml'))
    .map((file) => ({ file: `scenarios/rules/${file}`, text: readFileSync(new URL(file, FOLDER), 'utf8') }));

describe('The anchors of the spec', () => {
  const stated = readSpecAnchors(SPEC_ANCHORS, readFileSync(new URL(SPEC_ANCHORS, FOLDER), 'utf8'));
  const registry = loadRules(filesOfRules());

  it('are exactly those that the rules name, so that no statement of the spec is forgotten', () => {
    const named = [...registry.values()].flatMap((rule) => rule.anchors);
    const listed = [...stated.anchors.values()].flat();
    expect(listed.length).toBeGreaterThan(200);
    expect([...new Set(named)].sort()).toEqual([...new Set(listed)].sort());
  });

  it.each(['', 'spec: 1', '{spec: 1, anchors: [a]}', '{spec: 1, anchors: {"2": [12345678]}}'])('rejects %j', (text) => {
    expect(() => readSpecAnchors('x.yaml', text)).toThrow(BadSource);
    expect(() => readSpecAnchors('x.yaml', text)).toThrow(/^x\.yaml:1:\d+: must be \{spec: version/);
  });
});
