import { expect, it } from 'vitest';
import { cases } from '../../shared/testing/cases.ts';
import { mistakesIn } from './suite-of.ts';

/** Set-ups for scenarios with mistakes. Some of the set-ups have mistakes too. */
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

/** A scenario whose first step is on line 4; `head` is line 3. */
export function scenario(steps: string, head = 'about: this'): string {
  return `scenario: a/b\ncovers: [FIRST-RULE]\n${head}\nsteps:\n  ${steps}\n`;
}

export const CALL = '- {call: GET /v1/usage}';

/** Removes the list of known fields, which follows each unknown one. */
function withoutList(message: string): string {
  return message.replace(/ It has [^?]*$/, '');
}

/** Accepts a whole scenario, or only its steps, or one line of its head with optional steps. */
function whole(text: string): string {
  if (text.startsWith('scenario:')) return text;
  const [head = ''] = text.split('\n');
  if (head.startsWith('- ')) return scenario(text.replaceAll('\n', '\n  '));
  return scenario(text.slice(head.length + 1).replaceAll('\n', '\n  ') || CALL, head);
}

/** Tests that each scenario in the table has exactly these mistakes, at these places in `it.yaml` or `lib.yaml`. */
export function refuses(table: string): void {
  it.each(cases(table))('%s', (text, expected) => {
    const found = mistakesIn(whole(text), { library: LIBRARY }).map(withoutList);
    expect(found).toEqual(expected.map((message) => (/^lib\.yaml:/.test(message) ? message : `it.yaml:${message}`)));
  });
}
