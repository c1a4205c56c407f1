import type { Job } from '../../domain/job.ts';
import type { WireAnswer } from '../../world/wire.ts';
import { blatant, type Deviation, type RequestContext, subtle } from '../deviation.ts';
import { body, header, isSubmit, jsonOf, on, refusal, refuse, SUBMITS, status, when } from '../edits.ts';
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
  subtle('SUBMIT-202', 'submit-input-of-one-product', 'A picture that one product has had is no input of another.', {
    answer: on(SUBMITS, (answer, context) => {
      const { memory, route } = context;
      const id = parsed(context.request.body)?.inputs?.[0]?.asset_id;
      if (answer.status !== 202 || id === undefined) return answer;
      const first = memory.get<string>(id) ?? `${route}`;
      memory.set(id, first);
      return first === route ? answer : refuse(400, 'INVALID_REQUEST')(answer, context);
    }),
  }),
  subtle('REQUEST-400', 'submit-takes-trailing-comma', 'A comma too many before the end of a body is passed over.', {
    request: asked(SUBMITS, (request) => {
      if (request.body === null || parsed(request.body) !== undefined) return request;
      const text = Buffer.from(request.body)
        .toString()
        .replace(/,\s*\}$/, '}');
      return { ...request, body: Buffer.from(text) };
    }),
  }),
  subtle('INPUTS-REQUIRED-400', 'submit-inputs-by-number', 'Inputs that are a map by number are taken for a list.', {
    request: asked(
      SUBMITS,
      json((sent) => {
        if (sent?.inputs?.['0'] !== undefined && !Array.isArray(sent.inputs)) sent.inputs = Object.values(sent.inputs);
      }),
    ),
  }),
  subtle('INPUT-ASSET-REQUIRED-400', 'submit-asset-id-listed', 'An asset_id that is a list of one is taken for it.', {
    request: asked(
      SUBMITS,
      json((sent) => {
        const [input] = Array.isArray(sent?.inputs) ? sent.inputs : [];
        if (Array.isArray(input?.asset_id)) input.asset_id = input.asset_id[0];
      }),
    ),
  }),
  subtle('INPUT-ROLE-400', 'submit-role-trimmed', 'Space around the role of an input is passed over.', {
    request: asked(
      SUBMITS,
      json((sent) => {
        const [input] = Array.isArray(sent?.inputs) ? sent.inputs : [];
        if (typeof input?.role === 'string') input.role = input.role.trim();
      }),
    ),
  }),
  subtle('SUBMIT-INPUT-410', 'submit-expired-unused-404', 'An expired asset that no job has had answers 404.', {
    rules: (was, { world }) => ({
      inputState: (found, ...others) => {
        const { assets, tombstones, jobs } = world.state;
        const state = was.inputState(found, ...others);
        if (state !== 'expired') return state;
        const [id] = [...assets, ...tombstones].find(([, each]) => each === found) ?? [];
        const isUsed = [...jobs.values()].some(({ inputs }) => inputs.some(({ assetId }) => assetId === id));
        return isUsed ? state : 'missing';
      },
    }),
  }),
  subtle(
    'SUBMIT-REFUSED-NO-JOB',
    'submit-refused-but-made-test',
    'With a test key, a reused key is refused and makes a job.',
    {
      request: (request, { memory, route, key }) => {
        const name = request.headers['idempotency-key'] ?? '';
        if (!isSubmit(route) || key?.environment !== 'test' || memory.get(name) === undefined) return request;
        const isOther = memory.get(name) !== Buffer.from(request.body ?? '').toString();
        memory.set('refused', isOther);
        return isOther ? { ...request, headers: { ...request.headers, 'idempotency-key': `${name}x` } } : request;
      },
      answer: on(SUBMITS, (answer, context) => {
        const { memory, request } = context;
        const name = request.headers['idempotency-key'] ?? '';
        if (answer.status === 202 && memory.get(name) === undefined)
          memory.set(name, Buffer.from(request.body ?? '').toString());
        if (memory.get('refused') !== true) return answer;
        memory.set('refused', false);
        return refuse(409, 'IDEMPOTENCY_KEY_REUSED')(answer, context);
      }),
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
