import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { QUESTIONS } from '../../../shared/questions/generated/table.ts';
import { isSettable } from '../../../shared/questions/question.ts';
import { QUESTIONS_WITH_MEANS } from './choices.ts';

const EMULATOR = fileURLToPath(new URL('../..', import.meta.url));
const SOURCES = readdirSync(EMULATOR, { recursive: true, encoding: 'utf8' })
  .filter((file) => /\.ts$/.test(file) && !/\.test\.ts$|clients\/|testing\/|choices\/|domain\/readings\.ts$/.test(file))
  .map((file) => readFileSync(`${EMULATOR}/${file}`, 'utf8'))
  .join('\n');

describe('every settable open question', () => {
  it('has overrides for its choices, or is read by the emulator itself', () => {
    const isAsked = (name: string) => new RegExp(`\\b${name.split('.').at(-1)}\\b`).test(SOURCES);
    const names = QUESTIONS.filter(isSettable).map(({ name }) => name);
    expect(names.filter((name) => !QUESTIONS_WITH_MEANS.includes(name) && !isAsked(name))).toEqual([]);
  });

  it('has no other overrides', () => {
    const names = QUESTIONS.filter(isSettable).map(({ name }) => name);
    expect(QUESTIONS_WITH_MEANS.filter((name) => !names.includes(name))).toEqual([]);
  });
});
