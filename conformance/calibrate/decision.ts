/** One value that a server showed, and where. */
export type Sight = { instance: string; step: string; path: string; value: string };

/**
 * What is known of an open question: the choice that was seen (`set`); a behavior that no choice has (`foreign`); several choices
 * that show the same (`untold`); or nothing (`unseen`), with the reason.
 */
export type Decision = { question: string; sights: readonly Sight[] } & (
  | { kind: 'set'; choice: unknown }
  | { kind: 'untold' | 'foreign' | 'unseen'; why: string }
);
