import { accountRows } from '../control/account-rows.ts';
import { accountSchema } from '../control/schemas/account-input.ts';
import type { ConfigInput } from '../control/schemas/config-input.ts';
import { parseConfig } from '../control/schemas/read-config.ts';
import { deviator } from '../deviations/deviator.ts';
import { ApiError } from '../domain/errors.ts';
import type { Job } from '../domain/job.ts';
import type { Submission } from '../domain/submission.ts';
import type { Plan } from '../domain/test-control/plan.ts';
import { emptyWorld } from '../host/build-world.ts';
import { type Arguments, change, passTime, type Result, type Verb } from '../world/commands.ts';
import type { AttemptOutcome } from '../world/verbs/record-attempt.ts';

const BEGIN = Date.UTC(2026, 0, 1);
const PICTURE = { mediaType: 'image/png', sizeBytes: 100, width: 64, height: 80 } as const;

type NewPlan = Omit<Plan, 'id' | 'count'>;
const PLAN: NewPlan = {
  match: { operation: null, environment: null, key: null, idempotencyKey: null, inputDigest: null },
  trigger: { nth: null, every: null, times: 1, between: null },
  place: 'ending',
  stages: {},
  holdAt: null,
  outcome: null,
};

type Options = { config?: ConfigInput; deviate?: readonly string[] };
type SubmitOptions = Partial<Omit<Arguments<'submit'>, 'caller'>>;

/** A World with one account, without a host or a socket: the effect of a verb is visible at once. */
export function smallWorld({ config = {}, deviate = [] }: Options = {}) {
  const world = emptyWorld(parseConfig(config), BEGIN);
  const make = <Name extends Verb>(verb: Name, args: Arguments<Name>): Result<Name> => change(world, verb, args);
  const keys = [{ secret: 'pk_live_small' }, { secret: 'pk_test_small' }];
  make('add_account', accountRows(accountSchema.parse({ name: 'small', keys, credits: { granted: 10 } })));
  world.deviator = deviator;
  make('set_deviations', { ids: deviate });
  const { state } = world;
  const caller = { owner: 'small/live', key: state.keys.get('pk_live_small')?.id ?? '' };

  /** Adds a plan for the next matching job. */
  const planNext = ({ match = {}, ...plan }: Partial<Omit<NewPlan, 'match'>> & { match?: Partial<NewPlan['match']> }) =>
    make('add_plan', { plan: { ...PLAN, ...plan, match: { ...PLAN.match, ...match } } });
  const failNext = () => planNext({ outcome: { status: 'failed', code: 'PROCESSING_FAILED', message: null } });

  let pictures = 0;
  const upload = () => {
    pictures += 1;
    return make('upload', { caller, image: { ...PICTURE, digest: `picture-${pictures}` } });
  };
  const skin = (assetId = upload().id): Submission => ({
    operation: 'skin.analyze',
    inputs: [{ assetId, role: 'source' }],
    concerns: ['acne'],
    visualizations: [],
  });
  const submit = ({ submission = skin(), idempotencyKey = null }: SubmitOptions = {}) =>
    make('submit', { caller, submission, idempotencyKey });
  const jobNow = ({ id }: { id: string }) => state.jobs.get(id);

  /** Performs the pending external work: pictures, and attempts with the given `outcome`. */
  const doEffects = (outcome?: AttemptOutcome) => {
    for (const effect of [...state.effects.values()]) {
      if (effect.kind === 'process') {
        const result = { images: [{ ...PICTURE, role: 'mask.acne', digest: `result-of-${effect.job}` }] };
        make('processed', { effect: effect.serial, result });
      } else if (outcome !== undefined) {
        make('attempted', { effect: effect.serial, outcome, endedAt: state.now });
      }
    }
  };
  const pass = (milliseconds: number) => passTime(world, state.now + milliseconds);
  /** Moves a job over its boundaries until it is in a stage. */
  const takeTo = (job: Job, stage: Job['stage']): Job => {
    for (let steps = 0; jobNow(job)?.stage !== stage && steps < 5; steps += 1) {
      make('step_job', { job: job.id });
      doEffects();
    }
    return jobNow(job) ?? job;
  };
  return { world, state, caller, make, planNext, failNext, upload, skin, submit, jobNow, doEffects, pass, takeTo };
}

export type SmallWorld = ReturnType<typeof smallWorld>;

/** The kind and the rule of a refusal, or the result. */
export function outcomeOf(act: () => unknown): unknown {
  try {
    return act();
  } catch (error) {
    if (error instanceof ApiError) return error.kind;
    throw error;
  }
}
