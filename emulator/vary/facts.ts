import { ROUTES, type RouteId } from '../domain/routes.ts';
import type { Exchange } from '../domain/test-control/exchange.ts';
import type { Variation as Settings } from '../domain/test-control/variation.ts';
import type { Seen } from './seen.ts';

/** Facts that a journal may show, each with the text for a journal that does not. */
const FACTS = {
  request: fact('no request came', () => true),
  json: fact('no answer had a body of JSON', ({ responseBody }) => responseBody !== null),
  upload: fact('nothing was uploaded', on('uploadAsset', isGood)),
  upload_refused: fact('no upload was refused', on('uploadAsset', isBad)),
  asset: fact('no asset was shown', (one) => isGood(one) && /"asset_/.test(one.responseBody ?? '')),
  submit: fact('no job was accepted', isAccepted),
  two_submits: many('fewer than two jobs were accepted', isAccepted),
  submit_refused: fact('no submission was refused with 400', (one) => isSubmit(one) && one.status === 400),
  submit_limited: fact('no submission was refused with 429', (one) => isSubmit(one) && one.status === 429),
  replay: fact('no submission was repeated', (one) => isSubmit(one) && one.status === 200),
  hair: fact('no hair try-on was accepted', on('tryOnHairColor', isGood)),
  two_concerns: fact(
    'no skin analysis had two concerns',
    on('analyzeSkin', (one) => concernsIn(one) > 1),
  ),
  poll: fact('no job was read', on('readJob', isGood)),
  poll_unfinished: fact(
    'no job was read before its end',
    on('readJob', (one) => hasStatus(one, 'queued|running')),
  ),
  poll_finished: fact(
    'no finished job was read',
    on('readJob', (one) => hasStatus(one, 'succeeded|failed|cancelled')),
  ),
  poll_tagged: fact(
    'no read sent an If-None-Match',
    on('readJob', ({ requestHeaders }) => requestHeaders['if-none-match'] !== undefined),
  ),
  not_modified: fact(
    'no read was answered with 304',
    on('readJob', ({ status }) => status === 304),
  ),
  output: fact('no job succeeded', (one) => hasStatus(one, 'succeeded')),
  skin_output: fact('no skin analysis succeeded', (one) => hasType(one, 'skin.analysis')),
  makeup_output: fact('no makeup try-on succeeded', (one) => hasType(one, 'makeup.try_on')),
  hair_output: fact('no hair try-on succeeded', (one) => hasType(one, 'hair.try_on')),
  result: fact('no output had a picture', ({ responseBody }) => responseBody?.includes('"href":') ?? false),
  two_visualizations: fact('no output had two visualizations', (one) => hrefsIn(one) > 1),
  content: fact('no picture was downloaded', on('downloadAsset', isGood)),
  list: fact('nothing was listed', (one) => isGood(one) && (isOn(one, 'listAssets') || isOn(one, 'listJobs'))),
  list_assets: fact('no assets were listed', on('listAssets', isGood)),
  list_jobs: fact('no jobs were listed', on('listJobs', isGood)),
  next_page: fact(
    'no list had a second page',
    ({ responseBody }) => responseBody?.includes('"has_more":true') ?? false,
  ),
  usage: fact('no usage was read', on('readUsage', isGood)),
  balance: fact('no balance was read', on('readCreditBalance', isGood)),
  error: fact('nothing was refused', isBad),
  error_400: fact('nothing was refused with 400', ({ status }) => status === 400),
  error_401: fact('nothing was refused with 401', ({ status }) => status === 401),
  error_500: fact('nothing was answered with 500', ({ status }) => status === 500),
  error_413: fact('nothing was refused with 413', ({ status }) => status === 413),
  unknown_path: fact('no unknown path was asked for', ({ route }) => route === null),
  wrong_type: fact('no submission was refused for its Content-Type', (one) => isSubmit(one) && isBad(one)),
  cancel: fact('nothing was cancelled', on('cancelJob', isGood)),
  delete: fact('nothing was deleted', (one) => isGood(one) && (isOn(one, 'deleteJob') || isOn(one, 'deleteAsset'))),
  webhook: { missing: 'no webhook was sent', isIn: ({ deliveries }: Seen) => deliveries.length > 0 },
  two_webhooks: {
    missing: 'fewer than two webhooks were sent',
    isIn: ({ deliveries }: Seen) => deliveries.filter(({ attempt }) => attempt === 1).length > 1,
  },
} as const satisfies Record<string, Fact>;

export type FactName = keyof typeof FACTS;
type Fact = { missing: string; isIn(seen: Seen): boolean };

/** Why a variation cannot matter to a run; null if it can. */
export function whyNotMet(needs: readonly FactName[], seen: Seen): string | null {
  const missing = needs.find((name) => !FACTS[name].isIn(seen));
  return missing === undefined ? null : FACTS[missing].missing;
}

type Test = (exchange: Exchange) => boolean;

function fact(missing: string, isIt: Test): Fact {
  return { missing, isIn: ({ exchanges }) => exchanges.some(({ exchange }) => isIt(exchange)) };
}

function many(missing: string, isIt: Test): Fact {
  return { missing, isIn: ({ exchanges }) => exchanges.filter(({ exchange }) => isIt(exchange)).length > 1 };
}

function on(route: RouteId, isIt: Test): Test {
  return (exchange) => isOn(exchange, route) && isIt(exchange);
}

export function isOn({ route }: Exchange, id: RouteId): boolean {
  return route === ROUTES[id].name;
}

const SUBMISSIONS: readonly string[] = Object.values(ROUTES)
  .filter(({ submits }) => submits !== null)
  .map(({ name }) => name);

export function isSubmit({ route }: Exchange): boolean {
  return route !== null && SUBMISSIONS.includes(route);
}

function isAccepted(exchange: Exchange): boolean {
  return isSubmit(exchange) && isGood(exchange);
}

export function isGood({ status }: Exchange): boolean {
  return status < 400;
}

function isBad({ status }: Exchange): boolean {
  return status >= 400;
}

function hasStatus({ responseBody }: Exchange, statuses: string): boolean {
  return new RegExp(`"status": ?"(?:${statuses})"`).test(responseBody ?? '');
}

function hasType({ responseBody }: Exchange, type: string): boolean {
  return responseBody?.includes(`"type":"${type}"`) ?? false;
}

function concernsIn({ requestBody }: Exchange): number {
  const [, listed = ''] = /"concerns": ?\[([^\]]*)\]/.exec(requestBody ?? '') ?? [];
  return listed === '' ? 0 : listed.split(',').length;
}

function hrefsIn({ responseBody }: Exchange): number {
  return responseBody?.split('"href":').length ?? 0;
}

/**
 * What varies in one run of a suite. A lawful choice keeps the outcome: a test that fails depends on something that is not
 * promised. Under a misfortune a test may fail: only what the client did counts. A hint is a situation that a careful client need
 * not handle: it is tried only on request, and is never a finding.
 */
export type Variation = {
  name: string;
  kind: 'lawful' | 'misfortune' | 'hint';
  section: string;
  /** What is varied, or what happens to the client. */
  says: string;
  /** For a lawful variation or a hint: what tests that fail need, although nothing promises it. */
  assumes?: string;
  /** What must be visible for the variation to be noticed. */
  needs: readonly FactName[];
  sets: Settings;
  /** The same without what the variation is about: a test that fails with this as well shows nothing about it. */
  control?: Settings;
};
