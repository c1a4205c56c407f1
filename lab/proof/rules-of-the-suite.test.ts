import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { shippedSuite } from '../../conformance/testing/shipped-suite.ts';
import { QUESTIONS } from '../../shared/questions/generated/table.ts';
import type { Question } from '../../shared/questions/question.ts';

const rules = [...shippedSuite().suite.registry.values()];
const derived = rules.filter(({ level }) => level === 'derived');

const warned = new Set((QUESTIONS as readonly Question[]).flatMap((one) => Object.values(one.warned ?? {}).flat()));
const proof = readFileSync(new URL('../../scenarios/PROOF.md', import.meta.url), 'utf8');
/** The deviations and breaches that a rule catches. */
const caught = (rule: string) =>
  [...proof.matchAll(new RegExp(`^\\| ${rule} \\| \\d+ \\| (.*) \\|$`, 'gm'))].flatMap(([, ids = '']) =>
    ids.split(', '),
  );
const warns = (id: string) => id.endsWith(' (warns)');

describe('the rules of the suite', () => {
  it('are failures, or name a lawful server that breaks them', () => {
    expect(derived.filter(({ counter }) => counter === null).map(({ id }) => id)).toEqual([]);
  });

  it('are only warnings if a lawful choice or a deviation gets the warning', () => {
    const lacking = derived.map(({ id }) => id).filter((id) => !warned.has(id) && !caught(id).some(warns));
    expect(lacking.sort()).toEqual([]);
  });

  it('list the lawful ways to break them if they are derived, or say why these cannot be listed', () => {
    expect(derived.filter(({ spares, open }) => (spares === null) === (open === null)).map(({ id }) => id)).toEqual([]);
  });

  it('with a list of lawful ways fail for something, and warn of a lawful choice or of a deviation', () => {
    const listed = derived.filter(({ spares }) => spares !== null).map(({ id }) => id);
    expect(listed.filter((rule) => caught(rule).every(warns))).toEqual([]);
    expect(listed.filter((rule) => !warned.has(rule) && !caught(rule).some(warns))).toEqual([]);
  });

  it('only warn of what RFC 9110 says about informational answers, and not the specification', () => {
    const folder = new URL('../../scenarios/webhooks/', import.meta.url);
    const documents = readdirSync(folder).flatMap((file) =>
      readFileSync(new URL(file, folder), 'utf8').split(/^---$/m),
    );
    const early = documents.filter((text) => /\bearly: 1\d\d/.test(text)).map((text) => parse(text).covers as string[]);
    const open = derived.filter((rule) => rule.open !== null).map(({ id }) => id);
    expect(early.length).toBeGreaterThan(0);
    expect(early.flat().filter((id) => !open.includes(id))).toEqual([]);
  });

  it('do not fail for any lawful choice of the table', () => {
    const blamed = (QUESTIONS as readonly Question[]).filter((one) => one.blamed !== undefined).map(({ name }) => name);
    expect(blamed).toEqual([]);
  });

  it('say, if they can fail, at which moments they are checked, or why there is only one', () => {
    const silent = rules.filter(({ level, moments }) => (level === 'must' || level === 'should') && moments === null);
    expect(silent.map(({ id }) => id)).toEqual([]);
  });
});
