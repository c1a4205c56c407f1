/** Rewords an error message of zod so that it can follow the name of a place. */
export function plainProblem(message: string): string {
  for (const [pattern, say] of SAYINGS) {
    const found = pattern.exec(message);
    if (found !== null) return say(found[1] ?? '', found[2] ?? '');
  }
  return message;
}

const SAYINGS: [pattern: RegExp, say: (first: string, second: string) => string][] = [
  [/^Invalid option: expected one of (.+)$/s, (choices) => `must be one of ${listed(choices)}`],
  [/^Invalid discriminator value. Expected (.+)$/s, (choices) => `must be one of ${listed(choices)}`],
  [/^Invalid input: expected .+, received undefined$/s, () => 'is missing'],
  // A text or an infinite number was converted; the received value has a name only in JavaScript.
  [/^Invalid input: expected (number|int), received (?:NaN|Infinity|number)$/, (wanted) => `must be ${named(wanted)}`],
  [
    /^Invalid input: expected (\S+), received (\S+)$/,
    (wanted, given) => `must be ${named(wanted)}, not ${named(given)}`,
  ],
  [/^Invalid input: expected (.+)$/s, (value) => `must be ${listed(value)}`],
  [/^Invalid input$/, () => 'matches none of the accepted forms'],
  [/^Invalid \w+: (must .+)$/s, (rest) => rest],
  [/^Too \w+: expected \w+ to be (.+)$/, (bound) => `must be ${worded(bound)}`],
  [/^Too \w+: expected \w+ to have (.+)$/, (bound) => `must have ${worded(bound)}`],
];

const NAMES: Readonly<Record<string, string>> = {
  string: 'a text',
  int: 'an integer',
  number: 'a number',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
  record: 'an object',
};

function named(kind: string): string {
  return NAMES[kind] ?? kind;
}

function listed(choices: string): string {
  return choices.replace(/["']/g, '').replace(/ ?\| ?/g, ', ');
}

function worded(bound: string): string {
  return bound
    .replace(/^>=/, 'at least ')
    .replace(/^<=/, 'at most ')
    .replace(/^>/, 'more than ')
    .replace(/^</, 'less than ');
}
