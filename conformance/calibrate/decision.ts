/** A value that a server showed, and where it did. */
export type Sight = { instance: string; step: string; path: string; value: string };

/**
 * What is known about an open question: the choice that was seen (`set`); a behavior that matches no choice
 * (`foreign`); several choices that look the same (`untold`); or nothing (`unseen`), with the reason.
 */
export type Decision = { question: string; sights: readonly Sight[] } & (
  | { kind: 'set'; choice: unknown }
  | { kind: 'untold' | 'foreign' | 'unseen'; why: string }
);
