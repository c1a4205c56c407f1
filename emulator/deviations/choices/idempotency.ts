import type { Submission } from '../../domain/submission.ts';
import type { WireAnswer } from '../../world/wire.ts';
import type { Means, Overrides, RequestContext } from '../deviation.ts';
import { type AnswerEdit, header, on, SUBMITS, where } from '../edits.ts';

/** Whose an Idempotency-Key is, what the same request is, and what a replay shows. */
export const IDEMPOTENCY_CHOICES: Readonly<Record<string, Means>> = {
  idempotency_key_routes: () => ({
    rules: (was) => ({ claimName: (...args) => `${was.claimName(...args)}/${args[3]}` }),
  }),
  idempotency_key_owner: () => ({
    rules: (was) => ({ claimName: (...args) => `${was.claimName(...args)}/${args[1]}` }),
  }),
  idempotency_key_compared_length: (choice) => ({
    rules: (was) => ({
      claimName: (owner, key, idempotencyKey, operation) =>
        was.claimName(owner, key, idempotencyKey.slice(0, Number(choice)), operation),
    }),
  }),
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
  replayed_header_on_first: (choice) => ({
    answer: on(
      SUBMITS,
      choice === 'false'
        ? where((_, { status, headers }) => status < 300 && !isReplay(headers), header('Idempotency-Replayed', 'false'))
        : where(isAcceptedAfterRefusal, header('Idempotency-Replayed', 'true')),
    ),
  }),
  deleted_key_other_request: () => ({
    rules: (was) => ({
      replay: (claim, fingerprint, isThere) =>
        !isThere && claim.fingerprint !== fingerprint ? 'conflict' : was.replay(claim, fingerprint, isThere),
    }),
  }),
};

/** Submissions are the same where they are after this change. */
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
    where((_, { headers }) => isReplay(headers), edit),
  );
}

/** Notes refusals by their key, and tells where one that was refused is accepted. */
function isAcceptedAfterRefusal({ request, key, memory }: RequestContext, { status }: WireAnswer): boolean {
  const sent = `refused ${key?.account} ${request.headers['idempotency-key']}`;
  if (status >= 400) memory.set(sent, true);
  return status === 202 && memory.get(sent) === true;
}

function isReplay(headers: Readonly<Record<string, string>>): boolean {
  return headers['Idempotency-Replayed'] === 'true';
}
