import type { Job } from '../../domain/job.ts';
import type { WireAnswer } from '../../world/wire.ts';
import { blatant, type Deviation, type RequestContext, subtle } from '../deviation.ts';
import { body, header, jsonOf, on, refusal, refuse, SUBMITS, status, when } from '../edits.ts';
import { asked, json, parsed } from '../requests.ts';
import { withOtherEnd } from '../shift.ts';

const MADE = { concerns: ['acne'], products: [{ category: 'lipstick', color: '#a1304a' }] };

/** Spec 4.2: the rules of all submissions. */
export const SUBMITTING: readonly Deviation[] = [
  blatant('SUBMIT-202', 'submit-answers-201', 'An accepted submission answers 201.', {
    answer: on(SUBMITS, when(202, status(201))),
  }),
  subtle('SUBMIT-LOCATION', 'submit-location-plural-lost', 'The Location of a submission leads to /v1/job/.', {
    answer: on(
      SUBMITS,
      when(
        202,
        header('Location', (place) => place.replace('/jobs/', '/job/')),
      ),
    ),
    also: ['SUBMIT-POLLABLE'],
  }),
  blatant('SUBMIT-LOCATION', 'submit-location-missing', 'An accepted submission has no Location.', {
    answer: on(SUBMITS, when(202, header('Location', null))),
  }),
  subtle('SUBMIT-LOCATION', 'submit-location-earlier-job', 'A Location leads to the job before, once there is one.', {
    answer: on(SUBMITS, when(202, toEarlierJob)),
    also: ['SUBMIT-POLLABLE'],
  }),
  subtle('SUBMIT-RETRY-AFTER', 'submit-pace-missing', 'An accepted submission has no Retry-After.', {
    answer: on(SUBMITS, when(202, header('Retry-After', null))),
  }),
  blatant('SUBMIT-ANSWERS-JOB', 'submit-answers-id-alone', 'An accepted submission answers the id of its job alone.', {
    answer: on(
      SUBMITS,
      when(
        202,
        body(({ id }) => ({ id })),
      ),
    ),
  }),
  subtle('SUBMIT-POLLABLE', 'submit-location-other-job', 'The Location of a submission names another job id.', {
    answer: on(SUBMITS, when(202, header('Location', withOtherEnd))),
    also: ['SUBMIT-LOCATION'],
  }),
  blatant('SUBMIT-QUEUED', 'submit-says-succeeded', 'An accepted submission says that its job has succeeded.', {
    answer: on(
      SUBMITS,
      when(
        202,
        body((job) => {
          job.status = 'succeeded';
        }),
      ),
    ),
  }),
  subtle('SUBMIT-NO-REPLAY-MARK', 'submit-marked-as-replay', 'A first submission carries the mark of a replay.', {
    answer: on(SUBMITS, when(202, header('Idempotency-Replayed', 'true'))),
  }),
  blatant('REQUEST-400', 'submit-takes-no-json', 'A body that is no JSON is taken for an ordinary one.', {
    request: asked(SUBMITS, (request, { world }) => {
      if (parsed(request.body) !== undefined) return request;
      const [input] = [...world.state.assets.values()].filter(({ purpose }) => purpose === 'input');
      const inputs = [{ asset_id: input?.id ?? '', role: 'source' }];
      const made = request.path.includes('skin') ? { concerns: MADE.concerns } : { products: MADE.products };
      return { ...request, body: Buffer.from(JSON.stringify({ inputs, ...made })) };
    }),
  }),
  blatant('REQUEST-400', 'submit-no-json-422', 'A body that is no JSON answers 422.', {
    answer: on(SUBMITS, (answer, context) =>
      answer.status === 400 && parsed(context.request.body) === undefined ? status(422)(answer, context) : answer,
    ),
  }),
  blatant('REQUEST-400', 'submit-list-500', 'A JSON body that is no map answers 500.', {
    answer: on(SUBMITS, (answer, context) => {
      const sent = parsed(context.request.body);
      const isMap = typeof sent === 'object' && sent !== null && !Array.isArray(sent);
      return answer.status !== 400 || sent === undefined || isMap
        ? answer
        : refusal(500, 'INTERNAL_ERROR')(answer, context);
    }),
  }),
  blatant('INPUTS-REQUIRED-400', 'submit-inputs-missing-404', 'A submission without inputs answers 404.', {
    answer: on(SUBMITS, (answer, context) =>
      answer.status === 400 && parsed(context.request.body)?.inputs === undefined
        ? refusal(404, 'ASSET_NOT_FOUND')(answer, context)
        : answer,
    ),
  }),
  subtle(
    'INPUTS-REQUIRED-400',
    'submit-inputs-one-map',
    'Inputs that are one map, or a text, are taken for a list of one.',
    {
      request: asked(
        SUBMITS,
        json((sent) => {
          if (typeof sent?.inputs === 'string') sent.inputs = [{ asset_id: sent.inputs, role: 'source' }];
          if (typeof sent?.inputs === 'object' && !Array.isArray(sent.inputs)) sent.inputs = [sent.inputs];
          if (typeof sent?.inputs?.[0] === 'string') sent.inputs = [{ asset_id: sent.inputs[0], role: 'source' }];
        }),
      ),
    },
  ),
  blatant(
    'INPUT-ASSET-REQUIRED-400',
    'submit-asset-id-guessed',
    'An input without an asset_id takes the last upload.',
    {
      request: asked(
        SUBMITS,
        json((sent, { world }) => {
          const input = [...world.state.assets.values()].findLast(({ purpose }) => purpose === 'input');
          if (sent?.inputs?.[0]?.role !== undefined) sent.inputs[0].asset_id ??= input?.id;
        }),
      ),
    },
  ),
  subtle('INPUT-ROLE-REQUIRED-400', 'submit-role-default', 'An input without a role is taken for the source.', {
    request: asked(
      SUBMITS,
      json((sent) => {
        if (sent?.inputs?.[0]?.asset_id !== undefined) sent.inputs[0].role ??= 'source';
      }),
    ),
  }),
  subtle('INPUT-ROLE-400', 'submit-any-role', 'An input of any role is taken for the source.', {
    request: asked(
      SUBMITS,
      json((sent) => {
        if (typeof sent?.inputs?.[0]?.role === 'string') sent.inputs[0].role = 'source';
      }),
    ),
  }),
  subtle('SUBMIT-INPUT-404', 'submit-input-unknown-400', 'A submission that names an unknown asset answers 400.', {
    answer: on(SUBMITS, when('ASSET_NOT_FOUND', refusal(400, 'INVALID_REQUEST'))),
  }),
  subtle('SUBMIT-INPUT-404', 'submit-input-unknown-code', 'The 404 of an unknown input has the code INPUT_NOT_FOUND.', {
    answer: on(SUBMITS, when('ASSET_NOT_FOUND', refusal(404, 'INPUT_NOT_FOUND'))),
  }),
  subtle(
    'SUBMIT-DELETED-INPUT-404',
    'submit-deleted-input-410',
    'A submission that names a deleted asset answers 410.',
    {
      rules: (was) => ({
        inputState: (found, ...others) =>
          found !== undefined && 'cause' in found && found.cause === 'deleted'
            ? 'expired'
            : was.inputState(found, ...others),
      }),
    },
  ),
  subtle('SUBMIT-INPUT-410', 'submit-expired-input-404', 'A submission that names an expired asset answers 404.', {
    rules: (was) => ({
      inputState: (found, ...others) => {
        const state = was.inputState(found, ...others);
        return state === 'expired' ? 'missing' : state;
      },
    }),
  }),
  blatant('BODY-413', 'submit-huge-400', 'A submission of any size is read, and then not valid.', {
    answer: on(SUBMITS, when(413, refusal(400, 'INVALID_REQUEST'))),
  }),
  subtle(
    'SUBMIT-REFUSED-NO-JOB',
    'submit-refused-but-made',
    'A skin analysis with a concern twice answers 400 and makes a job.',
    {
      request: asked(
        'analyzeSkin',
        json((sent) => {
          if (Array.isArray(sent?.concerns)) sent.concerns = [...new Set(sent.concerns)];
        }),
      ),
      answer: on('analyzeSkin', (answer, context) => {
        const named: unknown = parsed(context.request.body)?.concerns;
        const twice = Array.isArray(named) && new Set(named).size < named.length;
        return twice && answer.status === 202 ? refuse(400, 'INVALID_REQUEST')(answer, context) : answer;
      }),
      also: ['CREDIT-REFUSED-FREE'],
    },
  ),
];

function toEarlierJob(answer: WireAnswer, context: RequestContext): WireAnswer {
  const { world, key } = context;
  const shown = jsonOf(answer)?.id;
  const isOther = ({ id, owner }: Job) => id !== shown && owner === `${key?.account}/${key?.environment}`;
  const earlier = [...world.state.jobs.values()].find(isOther);
  return earlier === undefined ? answer : header('Location', `/v1/jobs/${earlier.id}`)(answer, context);
}
