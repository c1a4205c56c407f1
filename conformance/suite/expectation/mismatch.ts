/** One difference between what a rule expects and what was answered, with its place as a JSON pointer. */
export type Mismatch = { pointer: string; expected: string; seen: unknown };
