import type { RequestFacts } from '../../../world/edges.ts';
import { type Deviation, subtle } from '../../deviation.ts';
import { body, on, refusal, refuse, when, where } from '../../edits.ts';
import { asked, parameter, query, type RequestEdit } from '../../requests.ts';
import { later } from '../../shift.ts';
import { given, page } from './page-edits.ts';

const NAMES = ['limit', 'cursor', 'purpose', 'created_gte', 'created_lt', 'job_id'];

/** Accepts a parameter that must be refused, by reading another value. */
function accepting(
  rule: string,
  id: string,
  about: string,
  name: string,
  read: (value: string) => string | null,
): Deviation {
  return subtle(rule, id, about, { request: asked('listAssets', parameter(name, read)) });
}

/** Spec 4.1: the parameters of a list of assets. */
export const LIST_PARAMETERS: readonly Deviation[] = [
  accepting('LIST-LIMIT', 'list-one-more', 'A page has one asset more than its limit.', 'limit', (value) =>
    /^\d+$/.test(value) && Number(value) > 0 && Number(value) < 100 ? String(Number(value) + 1) : value,
  ),
  subtle('LIST-LIMIT-DEFAULT', 'list-default-25', 'A page without a limit has 25 assets.', {
    request: asked(
      'listAssets',
      query((pairs) => (pairs.some(([name]) => name === 'limit') ? pairs : [...pairs, ['limit', '25']])),
    ),
  }),
  subtle('LIST-LIMIT-DEFAULT', 'list-default-25-of-purpose', 'A page of one purpose without a limit has 25 assets.', {
    request: asked('listAssets', defaultOf(25, 'purpose')),
  }),
  subtle('LIST-LIMIT-DEFAULT', 'list-default-25-further-on', 'A further page without a limit has 25 assets.', {
    request: asked('listAssets', defaultOf(25, 'cursor')),
  }),
  subtle('LIST-LIMIT-BOUNDS', 'list-refuses-limit-100', 'The limit 100 is refused.', {
    answer: on(
      'listAssets',
      where(({ request }) => given(request, 'limit') === '100', refuse(400, 'INVALID_REQUEST')),
    ),
  }),
  accepting('LIST-PURPOSE', 'list-purpose-ignored', 'The purpose filter is passed over.', 'purpose', (value) =>
    value === 'input' || value === 'result' ? null : value,
  ),
  accepting(
    'LIST-CREATED-GTE',
    'list-gte-without-instant',
    'created_gte leaves the instant itself out.',
    'created_gte',
    (value) => later(value, 1),
  ),
  accepting(
    'LIST-CREATED-LT',
    'list-lt-with-instant',
    'created_lt takes the instant itself in.',
    'created_lt',
    (value) => later(value, 1),
  ),
  accepting('LIST-JOB-ID', 'list-job-id-ignored', 'The job_id filter is passed over.', 'job_id', () => null),
  subtle('LIST-JOB-ID', 'list-job-id-beside-purpose', 'Beside a purpose the job_id filter is passed over.', {
    request: asked(
      'listAssets',
      query((pairs) =>
        pairs.some(([name]) => name === 'purpose') ? pairs.filter(([name]) => name !== 'job_id') : pairs,
      ),
    ),
  }),
  subtle('LIST-CREATED-LT', 'list-lt-beside-gte', 'Beside created_gte the filter created_lt is passed over.', {
    request: asked(
      'listAssets',
      query((pairs) =>
        pairs.some(([name]) => name === 'created_gte') ? pairs.filter(([name]) => name !== 'created_lt') : pairs,
      ),
    ),
  }),
  page(
    'LIST-JOB-ID',
    'list-job-id-first-alone',
    'The job_id filter gives the first result alone.',
    (shown, request) => {
      if (given(request, 'job_id') !== undefined) shown.data.length = Math.min(1, shown.data.length);
    },
  ),
  subtle('LIST-400', 'list-refusal-other-code', 'The refusal of a parameter has the code BAD_PARAMETER.', {
    answer: on('listAssets', when('INVALID_REQUEST', refusal(400, 'BAD_PARAMETER'))),
  }),
  subtle('LIST-400-NAMES', 'list-refusal-nameless', 'The refusal does not name the parameter.', {
    answer: on(
      'listAssets',
      when(
        'INVALID_REQUEST',
        body(({ error }) => {
          error.message = 'A parameter is not valid.';
          delete error.details;
        }),
      ),
    ),
  }),
  subtle('LIST-UNKNOWN-400', 'list-unknown-ignored', 'A parameter that nobody knows is passed over.', {
    request: asked(
      'listAssets',
      query((pairs) => pairs.filter(([name]) => NAMES.includes(name))),
    ),
  }),
  subtle('LIST-REPEATED-400', 'list-repeated-last', 'Of a parameter that is given twice the last one counts.', {
    request: asked(
      'listAssets',
      query((pairs) => pairs.filter(([name], index) => pairs.findLastIndex(([each]) => each === name) === index)),
    ),
  }),
  subtle(
    'LIST-UNKNOWN-400',
    'list-unknown-ignored-further-on',
    'Beside a cursor an unknown parameter is passed over.',
    {
      request: asked(
        'listAssets',
        query((pairs) => (isFurtherOn(pairs) ? pairs.filter(([name]) => NAMES.includes(name)) : pairs)),
      ),
    },
  ),
  subtle('LIST-REPEATED-400', 'list-repeated-cursor', 'Of two cursors the last one counts.', {
    request: asked(
      'listAssets',
      query((pairs) =>
        pairs.filter(([name], index) => name !== 'cursor' || pairs.findLastIndex(([each]) => each === name) === index),
      ),
    ),
  }),
  subtle('LIST-LIMIT-LOW-400', 'list-limit-0-further-on', 'Beside a cursor the limit 0 counts as 20.', {
    request: asked(
      'listAssets',
      query((pairs) =>
        isFurtherOn(pairs)
          ? pairs.map(([name, value]) => [name, name === 'limit' && value === '0' ? '20' : value])
          : pairs,
      ),
    ),
  }),
  subtle('LIST-LIMIT-HIGH-400', 'list-limit-clamped-further-on', 'Beside a cursor a limit above 100 counts as 100.', {
    request: asked(
      'listAssets',
      query((pairs) =>
        isFurtherOn(pairs)
          ? pairs.map(([name, value]) => [name, name === 'limit' && Number(value) > 100 ? '100' : value])
          : pairs,
      ),
    ),
  }),
  accepting('LIST-LIMIT-LOW-400', 'list-limit-0-taken', 'The limit 0 counts as 20.', 'limit', (value) =>
    value === '0' ? '20' : value,
  ),
  accepting('LIST-LIMIT-HIGH-400', 'list-limit-clamped', 'A limit above 100 counts as 100.', 'limit', (value) =>
    Number(value) > 100 ? '100' : value,
  ),
  accepting(
    'LIST-MALFORMED-400',
    'list-limit-parsed',
    'A limit that is no whole number counts as far as it is one.',
    'limit',
    (value) => (/^\d+$/.test(value) ? value : String(Math.min(100, Math.max(1, Number.parseInt(value, 10) || 20)))),
  ),
  accepting(
    'LIST-MALFORMED-400',
    'list-purpose-unknown-ignored',
    'An unknown purpose is passed over.',
    'purpose',
    (value) => (value === 'input' || value === 'result' ? value : null),
  ),
  accepting(
    'LIST-MALFORMED-400',
    'list-instant-ignored',
    'A created_gte that is no instant is passed over.',
    'created_gte',
    (value) => (Number.isNaN(Date.parse(value)) ? null : new Date(Date.parse(value)).toISOString()),
  ),
];

function isFurtherOn(pairs: RequestFacts['query']): boolean {
  return pairs.some(([name]) => name === 'cursor');
}

/** Another length of a page that is asked for without a limit, where a parameter is given. */
function defaultOf(length: number, beside: string): RequestEdit {
  return query((pairs) => {
    const names = pairs.map(([name]) => name);
    return names.includes(beside) && !names.includes('limit') ? [...pairs, ['limit', String(length)]] : pairs;
  });
}
