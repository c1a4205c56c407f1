import type { Question } from '../../shared/questions/question.ts';

/** An open question with a few numbers as choices, and the changes of a test. */
export function openQuestion(name: string, own: Partial<Question> = {}): Question {
  return {
    name,
    section: '1',
    ask: 'how many?',
    choices: [0, 1, 2],
    default: 0,
    because: 'it is least',
    moves: 'a number',
    observed: 'GAP-OPEN',
    ...own,
  };
}
