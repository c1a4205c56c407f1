import { ROUTES, type RouteId } from '../../domain/routes.ts';
import type { Exchange } from '../../domain/test-control/exchange.ts';
import { isDelivered } from '../../domain/webhook.ts';
import type { Unvaried } from '../came-about.ts';
import { answerForm } from '../forms.ts';
import type { Seen } from '../seen.ts';
import { sharedWith } from './moment.ts';

/** What the client was reading when it went wrong, and the section that describes it. */
export type Place = { what: string; section: string };

const JOB: Place = { what: 'a job', section: '2.2' };
const PLACES: Partial<Record<RouteId, Place>> = {
  uploadAsset: { what: 'an asset', section: '2.1' },
  readAsset: { what: 'an asset', section: '2.1' },
  listAssets: { what: 'a list of assets', section: '4.1' },
  downloadAsset: { what: 'a picture', section: '4.1' },
  ...{ analyzeSkin: JOB, tryOnMakeup: JOB, tryOnHairColor: JOB, readJob: JOB, cancelJob: JOB },
  listJobs: { what: 'a list of jobs', section: '4.3' },
  readUsage: { what: 'the usage', section: '4.4' },
  readCreditBalance: { what: 'the credit balance', section: '2.5' },
};

/** The varied parts that a client read last before it went wrong; and webhooks, if it stopped accepting them. */
export function placesIn(seen: Seen, { seen: plain, forms }: Unvaried): Place[] {
  const isVaried = (exchange: Exchange) => forms.every((before) => !before.has(answerForm(exchange)));
  const last = sharedWith(seen, plain).findLast(({ exchange }) => isVaried(exchange));
  const isNoMoreTaken = !hasUnacknowledged(plain) && hasUnacknowledged(seen);
  return [...(last === undefined ? [] : placeOf(last.exchange)), ...(isNoMoreTaken ? [WEBHOOK] : [])];
}

const WEBHOOK: Place = { what: 'a webhook', section: '6.2' };

function placeOf({ route, status }: Exchange): Place[] {
  if (status >= 400) return [{ what: 'an error', section: '2.4' }];
  const { id } = Object.values(ROUTES).find(({ name }) => name === route) ?? {};
  const place = id && PLACES[id];
  return place === undefined ? [] : [place];
}

/** Whether a receiver did not acknowledge a genuine webhook. */
export function hasUnacknowledged({ answers }: Seen): boolean {
  return answers.some((answer) => answer.forged === null && !isDelivered(answer));
}
