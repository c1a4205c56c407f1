import { isDeepStrictEqual } from 'node:util';
import { describe, expect, it } from 'vitest';
import { QUESTIONS } from '../../shared/questions/generated/table.ts';
import { isLawful, questionNamed } from '../../shared/questions/question.ts';
import { CHOICES, choicesOf, OTHER_CHOICES } from './choices.ts';
import { OWN_QUESTIONS } from './own-questions.ts';

describe('the choices of the other server', () => {
  it('are in the table of open questions', () => {
    const named = Object.entries(CHOICES).flatMap(([name, choices]) => choices.map((choice) => ({ name, choice })));
    const unlawful = named.filter(
      ({ name, choice }) => !isLawful(questionNamed(name, [...QUESTIONS, ...OWN_QUESTIONS]), choice),
    );
    expect(unlawful).toEqual([
      { name: 'id_form', choice: 'to_be_encoded' },
      { name: 'json_order', choice: null },
    ]);
  });

  it('differ from its defaults', () => {
    const usual = choicesOf({});
    expect(OTHER_CHOICES.filter(({ name, choice }) => isDeepStrictEqual(choice, usual[name]))).toEqual([]);
  });

  it('can be set one by one; a choice for one stage overrides the length of all stages', () => {
    const chosen = choicesOf({ choices: { 'stages.queued': 0, retry_after: 7, time_digits: 'none' }, stage: 20 });
    expect(chosen).toMatchObject({ 'stages.queued': 0, 'stages.processing': 20, retry_after: 7, time_digits: 'none' });
    expect(chosen.time_offset).toBe('z');
  });

  it.each([
    [{ time_digit: 'none' }, 'there is no open question time_digit; did you mean time_digits?'],
    [{ time_digits: 'non' }, 'none, microseconds, as_needed, not "non"; did you mean none?'],
    [{ clock_ahead_seconds: 1e9 }, 'clock_ahead_seconds must be an integer from -86400 to 86400, not 1000000000'],
    [
      { time_digits: 'as_needed' },
      'cannot take time_digits=as_needed: it knows time_digits=milliseconds, time_digits=n',
    ],
    [{ cors: 'any_origin' }, 'the server of another make has no choice for cors'],
  ])('are refused with the name, the nearest name and the lawful choices: %o', (choices, message) => {
    expect(() => choicesOf({ choices })).toThrow(message);
  });
});
