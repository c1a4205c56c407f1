import { invalidFields } from '../../domain/errors.ts';
import type { AnyJson, Means, Overrides } from '../deviation.ts';
import { type AnswerEdit, body, on, when } from '../edits.ts';
import { event } from '../posts.ts';
import { refuses } from '../refusals.ts';
import { decide } from '../views.ts';

/** The form of requests and answers, except for how they are spelled and sent (`spelling.ts`). */
export const FORM_CHOICES: Readonly<Record<string, Means>> = {
  livemode: (where) => {
    const assetsAlone: Overrides = { rules: (was) => ({ assetBody: (asset, _) => was.assetBody(asset, false) }) };
    if (where === 'jobs_and_events') return assetsAlone;
    return {
      rules: (was, tools) => ({ ...assetsAlone.rules?.(was, tools), jobBody: (job, _) => was.jobBody(job, false) }),
      ...event((sent) => {
        delete sent.livemode;
      }),
    };
  },
  extra_fields: (where) =>
    where === 'in_jobs'
      ? {
          rules: (was) => ({
            jobBody: (job, live) => ({ ...was.jobBody(job, live), queue: 'eu-1', progress: { percent: 40 } }),
            resultBody: (...args) => ({ ...was.resultBody(...args), checksum: 'crc32:0' }),
          }),
        }
      : {
          // Spec 4.3: the ETag of a job follows from its body.
          rules: (was) => ({ jobBody: (job, live) => withMore(was.jobBody(job, live)) }),
          answer: body(withMore),
          // Spec 6.2: the event of a deleted job contains nothing more.
          ...event((sent) => (sent.data.object.deleted === true ? { ...sent, ...UNKNOWN_FIELDS } : withMore(sent))),
        },
  extra_headers: (where) => ({
    answer: where === 'everywhere' ? withMoreHeaders : on('readJob', when(200, withMoreHeaders)),
  }),
  trailing_slash: () =>
    decide((was) => ({ pathOf: (path) => (path === '/' ? path : was.pathOf(path).replace(/\/$/, '')) })),
  unknown_query_parameter: () =>
    refuses(['readAsset', 'readJob', 'readCreditBalance'], ({ request }) =>
      request.query.map(([path]) => ({ path, problem: 'is not a parameter of this path' })),
    ),
  chunked_request: (status) =>
    decide({
      bodyRefusal: (headers) =>
        headers['transfer-encoding'] === undefined
          ? null
          : invalidFields([{ path: 'Content-Length', problem: 'must be there' }]).as({ status: Number(status) }),
    }),
};

const withMoreHeaders: AnswerEdit = ({ headers, ...answer }) => ({
  ...answer,
  headers: { ...headers, 'X-Request-Id': 'req_x', Vary: 'Accept' },
});

const UNKNOWN_FIELDS = { x_trace: 'a1', x_more: { deep: [1, null] } };

/** Adds unknown fields to every map in a body, except to maps whose keys are data. */
function withMore(shown: AnyJson): AnyJson {
  if (typeof shown !== 'object' || shown === null) return shown;
  if (Array.isArray(shown)) return shown.map(withMore);
  if (hasDataForKeys(shown)) return shown;
  const members = Object.entries(shown).filter(([name]) => !Object.hasOwn(UNKNOWN_FIELDS, name));
  return { ...Object.fromEntries(members.map(([name, each]) => [name, withMore(each)])), ...UNKNOWN_FIELDS };
}

/** Costs by operation, counts by day. */
function hasDataForKeys(map: Readonly<Record<string, unknown>>): boolean {
  return Object.keys(map).every((name) => /^\d{4}-|\./.test(name));
}
