import type { Submission } from '../../domain/submission.ts';
import type { Means, Overrides } from '../deviation.ts';
import { type AnswerEdit, header, on, SUBMITS, where } from '../edits.ts';
import { asked, sent } from '../requests.ts';
import { decide } from '../views.ts';

/** The scope of an Idempotency-Key, which requests are the same, and what a replay shows. */
export const IDEMPOTENCY_CHOICES: Readonly<Record<string, Means>> = {
  empty_idempotency_key: () => ({
    request: asked(
      SUBMITS,
      sent('idempotency-key', (key = '') => (key === '' ? null : key)),
    ),
  }),
  idempotency_key_routes: () => decide((was) => ({ claimName: (...args) => `${was.claimName(...args)}/${args[3]}` })),
  idempotency_key_owner: () => decide((was) => ({ claimName: (...args) => `${was.claimName(...args)}/${args[1]}` })),
  idempotency_key_of_other_account: () =>
    decide((_, { world }) => ({
      isClaimedElsewhere: (owner, name) =>
        [...world.state.claims.keys()].some(
          (other) => !other.startsWith(`${owner}/`) && withoutOwner(other) === withoutOwner(name),
        ),
    })),
  'same_request.color_case': () => comparedAs((submission) => withColors(submission, (color) => color.toLowerCase())),
  'same_request.visualization_order': () =>
    comparedAs((submission) => {
      if (submission.operation !== 'skin.analyze') return submission;
      const roleOf = ({ kind, concern }: (typeof submission.visualizations)[number]) => `${kind}.${concern}`;
      return {
        ...submission,
        visualizations: submission.visualizations.toSorted((a, b) => (roleOf(a) < roleOf(b) ? -1 : 1)),
      };
    }),
  replay_location: () => ({ answer: onReplays(header('Location', null)) }),
  replay_retry_after: (choice) => ({
    answer: onReplays((answer, context) => {
      const { retry_after } = context.world.settings.readings;
      if (choice === 'absent') return header('Retry-After', null)(answer, context);
      const isThere = answer.headers['Retry-After'] !== undefined;
      return isThere ? answer : header('Retry-After', String(retry_after))(answer, context);
    }),
  }),
  replay_over_limit: () => ({ rules: (was) => ({ checksOfReplay: () => ['limits', ...was.checksOfReplay()] }) }),
  replay_after_input_gone: () => ({ rules: (was) => ({ checksOfReplay: () => [...was.checksOfReplay(), 'inputs'] }) }),
  deleted_key_other_request: () =>
    decide((was) => ({
      replay: (claim, fingerprint, isThere) =>
        !isThere && claim.fingerprint !== fingerprint ? 'conflict' : was.replay(claim, fingerprint, isThere),
    })),
};

/** The part of a claim's name after `account/environment`. */
function withoutOwner(name: string): string {
  return name.replace(/^[^/]*\/[^/]*/, '');
}

/** Compares submissions after this change. */
function comparedAs(change: (submission: Submission) => Submission): Pick<Overrides, 'rules'> {
  return { rules: (was) => ({ fingerprint: (submission) => was.fingerprint(change(submission)) }) };
}

function withColors(submission: Submission, change: (color: string) => string): Submission {
  const changed = <Part extends { color: string }>(part: Part): Part => ({ ...part, color: change(part.color) });
  if (submission.operation === 'makeup.apply') return { ...submission, products: submission.products.map(changed) };
  if (submission.operation !== 'hair.try_on') return submission;
  const { dark, light } = submission.gradient;
  return { ...submission, gradient: { dark: changed(dark), light: changed(light) } };
}

function onReplays(edit: AnswerEdit): NonNullable<Overrides['answer']> {
  return on(
    SUBMITS,
    where((_, { headers }) => headers['Idempotency-Replayed'] === 'true', edit),
  );
}
