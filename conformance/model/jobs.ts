import { isMap } from '../../shared/is-map.ts';
import type { Asked } from './asked.ts';
import { type Demand, mustBe, mustRefuse, mustRefuseWith, mustShow } from './demand.ts';
import { isForeign, isolationRule } from './isolation.ts';
import { hasEnded, type Known, type KnownJob } from './known.ts';
import { listIn } from './read-submission.ts';

export function demandsOfRead(job: KnownJob, asked: Asked): Demand[] {
  const because = [job.id];
  if (isForeign(job, asked))
    return mustRefuseWith(404, 'JOB_NOT_FOUND', {
      rule: isolationRule(job, asked),
      because,
      why: 'the job belongs to another account or environment',
    });
  if (job.isDeleted)
    return mustRefuseWith(404, 'JOB_NOT_FOUND', { rule: 'JOB-DELETED-404', because, why: 'the job was deleted' });
  const isConditional = (asked.view.request.header['if-none-match'] ?? '') !== '';
  const reason = { rule: 'JOB-READ-200', because, why: 'the job is there and belongs to the caller' };
  return [mustBe(isConditional ? [200, 304] : [200], reason), mustShow('/id', job.id, reason), ...demandsOfView(job)];
}

/** What must hold of a Job wherever it is shown as it is now. */
export function demandsOfView(job: KnownJob): Demand[] {
  const because = [job.id];
  const operation = mustShow('/operation', job.operation, {
    rule: OPERATION_RULES[job.operation] ?? 'JOB-OPERATION',
    because,
    why: 'that is the operation it was submitted for',
  });
  return [operation, ...demandsOfOutput(job)];
}

const OPERATION_RULES: Readonly<Record<string, string>> = {
  'skin.analyze': 'SKIN-OPERATION',
  'makeup.apply': 'MAKEUP-OPERATION',
  'hair.try_on': 'HAIR-OPERATION',
};

/** Spec 4.2: only the concerns that were asked for are analysed. */
function demandsOfOutput({ id, submission }: KnownJob): Demand[] {
  if (submission?.operation !== 'skin.analyze') return [];
  const asked = listIn(submission.body, 'concerns');
  return [
    {
      rule: 'SKIN-ONLY-REQUESTED',
      because: [id],
      check: ({ body }) => {
        const output = isMap(body) ? body['output'] : undefined;
        if (!isMap(output) || output['type'] !== 'skin.analysis') return null;
        const shown = listIn(output, 'concerns').map((one) => (isMap(one) ? one['concern'] : one));
        const unasked = shown.find((concern) => !asked.includes(concern));
        return unasked === undefined
          ? null
          : { pointer: '/body/output/concerns', expected: `only concerns of ${JSON.stringify(asked)}`, seen: unasked };
      },
    },
  ];
}

export function demandsOfCancel(job: KnownJob, asked: Asked, known: Known): Demand[] {
  const because = [job.id];
  if (isForeign(job, asked)) return [];
  const scope = demandsOfScope(job, asked, known, 'CANCEL-SCOPE-403');
  if (scope !== null) return scope;
  if (job.isDeleted) return [mustRefuse({ rule: 'CANCEL-404', because, why: 'the job was deleted' })];
  if (job.status === 'cancelled') {
    const reason = { rule: 'CANCEL-REPEAT-200', because, why: 'the job is cancelled' };
    return [mustBe([200], reason), mustShow('/id', job.id, reason), mustShow('/status', 'cancelled', reason)];
  }
  if (hasEnded(job))
    return mustRefuseWith(409, 'JOB_NOT_CANCELLABLE', {
      rule: 'CANCEL-DONE-409',
      because,
      why: `the job has ${job.status}`,
    });
  return [mustBe([200, 202, 409], { rule: 'CANCEL-TABLE', because, why: 'the job is there' })];
}

export function demandsOfJobDeletion(job: KnownJob, asked: Asked, known: Known): Demand[] {
  const because = [job.id];
  if (isForeign(job, asked)) return [];
  const scope = demandsOfScope(job, asked, known, 'JOB-DELETE-SCOPE-403');
  if (scope !== null) return scope;
  if (job.isDeleted)
    return [mustBe([204], { rule: 'JOB-DELETE-REPEAT-204', because, why: 'the job was deleted before' })];
  if (hasEnded(job)) return [mustBe([204], { rule: 'JOB-DELETE-204', because, why: `the job has ${job.status}` })];
  return [mustBe([204, 409], { rule: 'JOB-IN-PROGRESS-409', because, why: 'the job is there' })];
}

const LACKING: Readonly<Record<string, readonly string[]>> = {
  no_scope: ['skin.analyze', 'makeup.apply', 'hair.try_on'],
  no_skin: ['skin.analyze'],
  no_makeup: ['makeup.apply'],
};

/**
 * Null where the key is known to have the scope of the job's product; none where that is not known. That a job cannot be
 * cancelled or deleted as it is may be asked before the scope, so that any refusal is fine.
 */
function demandsOfScope(job: KnownJob, { key }: Asked, known: Known, rule: string): Demand[] | null {
  if (known.scopes.get(key)?.has(job.operation)) return null;
  if (!LACKING[key]?.includes(job.operation) || job.isDeleted) return [];
  return [mustRefuse({ rule, because: [job.id], why: `the key lacks ${job.operation}` })];
}
