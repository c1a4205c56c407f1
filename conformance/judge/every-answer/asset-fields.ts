import { isMap } from '../../suite/expectation/operators/same-as.ts';
import { decoded } from '../../suite/expression/percent-encoding.ts';
import { type FieldRule, fieldCheck, isText, isWhole, oneOf } from './fields.ts';
import { isDatetime, itemsOf, type Seen } from './sighting.ts';

const whole = { expected: 'a whole number', holds: isWhole };
const wholeOrNot = {
  expected: 'a whole number, null or nothing',
  holds: (value: unknown) => value === undefined || value === null || isWhole(value),
};
const datetime = { expected: 'an ISO 8601 time in UTC', holds: isDatetime };

/** Every id of an asset, also of one that a job only names. */
export const assetIds = fieldCheck(
  ({ assets, results, jobs }) => [...assets, ...results, ...jobs.flatMap(namedInputs)],
  [
    {
      rule: 'ID-ASSET',
      field: 'id',
      expected: 'asset_ and something after it',
      holds: (id) => isText(id) && /^asset_./s.test(id),
    },
  ],
);

function namedInputs({ value, pointer }: Seen): Seen[] {
  return itemsOf(value, 'inputs', pointer)
    .filter(({ value: input }) => isText(input['asset_id']))
    .map(({ value: input, pointer: at }) => ({ value: { id: input['asset_id'] }, pointer: at }));
}

export const assetFields = fieldCheck(
  ({ assets }) => assets,
  [
    { rule: 'ASSET-PURPOSE', field: 'purpose', ...oneOf('input', 'result') },
    { rule: 'ASSET-MEDIA-TYPE', field: 'media_type', ...oneOf('image/jpeg', 'image/png', 'image/webp') },
    { rule: 'ASSET-SIZE-BYTES', field: 'size_bytes', ...whole },
    { rule: 'ASSET-WIDTH', field: 'width', ...whole },
    { rule: 'ASSET-HEIGHT', field: 'height', ...whole },
    { rule: 'ASSET-CREATED-AT', field: 'created_at', ...datetime },
    { rule: 'ASSET-EXPIRES-AT', field: 'expires_at', ...datetime },
  ],
);

/** The items of a page alone: of an Asset by itself it is not said. */
export const listedAssets = fieldCheck(
  ({ route, assets }) => (route.name === 'asset-list' ? assets : []),
  [{ rule: 'LIST-NO-HREF', field: 'href', expected: 'nothing', holds: (value) => value === undefined }],
);

/** Spec 2.3: a path and nothing else. Whoever downloads puts it behind the base address, with a key. */
const HREF = /^\/v1\/assets\/(?!\.\.?\/)([^/?#\\\s\p{Cc}]+)\/content$/u;
type Result = Seen & { job: Seen };

const RESULT_RULES: readonly FieldRule<Result>[] = [
  {
    rule: 'RESULT-HREF',
    field: 'href',
    expected: '/v1/assets/{asset_id}/content',
    holds: (href) => isText(href) && HREF.test(href),
  },
  {
    rule: 'RESULT-HREF-OWN-ID',
    field: 'href',
    expected: 'a path with the id of the result',
    when: ({ value }) => isText(value['href']) && HREF.test(value['href']),
    holds: (href, { value }) => decoded(HREF.exec(String(href))?.[1] ?? '') === value['id'],
  },
  { rule: 'RESULT-MEDIA-TYPE', field: 'media_type', ...oneOf('image/png', 'image/webp') },
  { rule: 'RESULT-ROLE', field: 'role', expected: 'a text', holds: isText },
  { rule: 'RESULT-SIZE-BYTES', field: 'size_bytes', ...whole },
  { rule: 'RESULT-EXPIRES-AT', field: 'expires_at', ...datetime },
  { rule: 'RESULT-WIDTH', field: 'width', ...wholeOrNot },
  { rule: 'RESULT-HEIGHT', field: 'height', ...wholeOrNot },
  {
    rule: 'RESULT-EXPIRES-WITH-JOB',
    field: 'expires_at',
    expected: 'the expires_at of the job',
    when: ({ value, job }) => isDatetime(value['expires_at']) && isDatetime(job.value['expires_at']),
    holds: (value, { job }) => Date.parse(String(value)) === Date.parse(String(job.value['expires_at'])),
  },
];

export const resultFields = fieldCheck<Result>(({ results }) => results, RESULT_RULES);

const unavailable = ({ value }: Seen) => value['status'] === 'unavailable';
const measured = ({ value }: Seen) => value['status'] === 'measured';
const REASONS = ['not_measured', 'not_measurable'];

export const skinConcerns = fieldCheck(
  ({ jobs }) =>
    jobs.flatMap(({ value: { output }, pointer }) =>
      isMap(output) && output['type'] === 'skin.analysis' ? itemsOf(output, 'concerns', `${pointer}/output`) : [],
    ),
  [
    {
      rule: 'SKIN-SCORE',
      field: 'score',
      expected: 'a number or null',
      holds: (value) => value === null || typeof value === 'number',
    },
    { rule: 'SKIN-STATUS', field: 'status', ...oneOf('measured', 'unavailable') },
    { rule: 'SKIN-REASON', field: 'unavailable_reason', ...oneOf(...REASONS, null) },
    {
      rule: 'SKIN-UNAVAILABLE-SCORE',
      field: 'score',
      expected: 'null',
      when: unavailable,
      holds: (value) => value === null,
    },
    { rule: 'SKIN-UNAVAILABLE-REASON', field: 'unavailable_reason', when: unavailable, ...oneOf(...REASONS) },
    {
      rule: 'SKIN-MEASURED-REASON',
      field: 'unavailable_reason',
      expected: 'null',
      when: measured,
      holds: (value) => value === null,
    },
  ],
);
