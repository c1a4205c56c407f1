import { accountOf, ownerOf } from '../../domain/account.ts';
import { routesAt } from '../../domain/routes.ts';
import type { Scope } from '../../domain/vocabulary.ts';
import type { AnyJson, Means, RequestContext } from '../deviation.ts';
import { described, headerRef } from '../documents.ts';
import {
  type AnswerEdit,
  body,
  header,
  instead,
  isSubmit,
  jsonOf,
  on,
  refusal,
  SUBMITS,
  status,
  when,
  where,
} from '../edits.ts';
import { parsed } from '../requests.ts';

/** What a server reveals to clients: how to send a key, whether browsers may send requests, what strangers learn. */
export const ACCESS_CHOICES: Readonly<Record<string, Means>> = {
  hair_scope: (choice) => {
    const scopes: readonly Scope[] = choice === 'either' ? ['hair.apply', 'hair.try_on'] : [choice as Scope];
    return {
      rules: (was) => ({
        scopeIsGranted: (key, scope) =>
          (scope === 'hair.apply' ? scopes : [scope]).some((one) => was.scopeIsGranted(key, one)),
      }),
      ...described('tryOnHairColor', (operation) => {
        operation.security = scopes.map((scope) => ({ ApiKey: [scope] }));
      }),
    };
  },
  www_authenticate: () => ({
    answer: when(401, header('WWW-Authenticate', 'ApiKey realm="api"')),
    document: ({ components }) => {
      components.headers['WWW-Authenticate'] = CHALLENGE;
      for (const response of Object.values<AnyJson>(components.responses))
        if (response['x-codes'].some(({ code }: AnyJson) => code === 'INVALID_API_KEY'))
          response.headers = { ...response.headers, 'WWW-Authenticate': headerRef('WWW-Authenticate') };
    },
  }),
  change_of_foreign_job: () => ({
    answer: on(['cancelJob', 'deleteJob'], where(isOfOtherAccount, when(404, refusal(403, 'INSUFFICIENT_SCOPE')))),
    readsTombstones: true,
  }),
  input_of_foreign_account: () => ({
    answer: on(SUBMITS, where(namesForeignInput, when('ASSET_NOT_FOUND', refusal(403, 'INSUFFICIENT_SCOPE')))),
  }),
  content_of_foreign_asset: () => ({
    answer: on('downloadAsset', where(isForeign, when(404, status(410)))),
    readsTombstones: true,
  }),
  list_owner: () => ({
    answer: (answer, context) => on(['listAssets', 'listJobs'], ownOfKey)(noted(answer, context), context),
  }),
  cors: () => ({
    answer: (answer, context) => {
      const shown = where(
        ({ request }) => request.method === 'OPTIONS' && routesAt(request.path).length > 0,
        instead(204, null, PREFLIGHT),
      )(answer, context);
      return header('Access-Control-Allow-Origin', '*')(shown, context);
    },
  }),
};

const CHALLENGE = {
  description: 'How to say who is asking',
  'x-source': 'RFC 9110, 11.6.1; question: www_authenticate',
  schema: { type: 'string' },
};

const PREFLIGHT = {
  'Access-Control-Allow-Methods': 'GET, POST, DELETE',
  'Access-Control-Allow-Headers': 'Content-Type, Idempotency-Key, If-None-Match, X-API-Key',
};

function isForeign(context: RequestContext): boolean {
  const { key } = context;
  const owner = ownerAskedFor(context);
  return owner !== undefined && key !== null && owner !== ownerOf(key.account, key.environment);
}

function isOfOtherAccount(context: RequestContext): boolean {
  const { key } = context;
  const owner = ownerAskedFor(context);
  return owner !== undefined && key !== null && accountOf(owner) !== key.account;
}

/** The owner of the job or asset in the path, deleted ones included. */
function ownerAskedFor({ world, request }: RequestContext): string | undefined {
  const { jobs, assets, tombstones } = world.state;
  const id = request.id;
  return (jobs.get(id) ?? assets.get(id) ?? tombstones.get(id))?.owner;
}

function namesForeignInput({ world, request, key }: RequestContext): boolean {
  const inputs = parsed(request.body)?.inputs;
  if (key === null || !Array.isArray(inputs)) return false;
  return inputs.some((input) => {
    const asset = world.state.assets.get(input?.asset_id);
    return asset !== undefined && accountOf(asset.owner) !== key.account;
  });
}

const noted: AnswerEdit = (answer, { route, memory, key }) => {
  const isMade = answer.status < 300 && (route === 'uploadAsset' || isSubmit(route));
  const id = isMade ? jsonOf(answer)?.id : undefined;
  if (id !== undefined && memory.get(`key of ${id}`) === undefined) memory.set(`key of ${id}`, key?.id);
  return answer;
};

const ownOfKey = body((page, { memory, key }) => {
  const isOwn = ({ id }: AnyJson) => (memory.get(`key of ${id}`) ?? key?.id) === key?.id;
  if (Array.isArray(page.data)) page.data = page.data.filter(isOwn);
});
