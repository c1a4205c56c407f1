import { expect, it } from 'vitest';
import { mistakesIn } from './suite-of.ts';

/** Set-ups for scenarios with mistakes; some of the set-ups have mistakes as well. */
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

/** A scenario whose first step is on line 4; `head` stands on line 3. */
export function scenario(steps: string, head = 'about: this'): string {
  return `scenario: a/b\ncovers: [FIRST-RULE]\n${head}\nsteps:\n  ${steps}\n`;
}

export const CALL = '- {call: GET /v1/usage}';
export const expecting = (checks: string) => `- {call: GET /v1/usage, expect: ${checks}}`;
export const classified = (more: string) =>
  `- {id: a, call: GET /v1/usage, classify: {yes: {when: {status: 200}}}${more === '' ? '' : `, ${more}`}}`;

type Mistake = readonly [what: string, text: string, ...messages: string[]];

/** Each text has exactly these mistakes, at these places. */
/** What there is follows each unknown field, and is long. */
function withoutList(message: string): string {
  return message.replace(/ It has [^?]*$/, '');
}

export function refuses(mistakes: readonly Mistake[]): void {
  it.each(mistakes)('%s', (_, text, ...messages) => {
    expect(mistakesIn(text, { library: LIBRARY }).map(withoutList)).toEqual(messages);
  });
}
