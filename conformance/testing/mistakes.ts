import { expect, it } from 'vitest';
import { mistakesIn } from './suite-of.ts';

/** Set-ups for scenarios that are wrong in some way, some of them wrong themselves. */
export const LIBRARY = `set_up: lib/upload
takes: {face: null}
steps: [{call: GET /v1/usage}]
---
set_up: lib/self
steps: [{use: lib/self}]
---
set_up: lib/one
steps: [{use: lib/other}]
---
set_up: lib/other
steps: [{use: lib/one}]
`;

/** A scenario whose first step is on line 4, and whatever else it has on line 3. */
export function scenario(steps: string, head = 'about: this'): string {
  return `scenario: a/b\ncovers: [FIRST-RULE]\n${head}\nsteps:\n  ${steps}\n`;
}

export const CALL = '- {call: GET /v1/usage}';
export const expecting = (checks: string) => `- {call: GET /v1/usage, expect: ${checks}}`;
export const classified = (more: string) =>
  `- {id: a, call: GET /v1/usage, classify: {yes: {when: {status: 200}}}${more === '' ? '' : `, ${more}`}}`;

type Mistake = readonly [what: string, text: string, ...messages: string[]];

/** Each text is told to be wrong in just these ways, with the place of each. */
export function refuses(mistakes: readonly Mistake[]): void {
  it.each(mistakes)('%s', (_, text, ...messages) => {
    expect(mistakesIn(text, { library: LIBRARY })).toEqual(messages);
  });
}
