import { isMap } from '../../shared/is-map.ts';
import type { ExchangeView } from '../effects/http/view.ts';
import { ownerOf } from '../plan/owner.ts';
import type { RouteName } from '../suite/vocabulary.ts';
import { type Demand, failing, mustBe, sparedAs } from './demand.ts';
import { keepIn } from './known.ts';
import type { Sight } from './sight.ts';
import type { CreateTopic } from './topic.ts';
import { commonWords, keepWords, wordsOf } from './words.ts';

/** The operations that a feature of the account switches off. If there are two, it may be only one of them (reading 61). */
const ROUTES: Readonly<Record<string, readonly RouteName[]>> = {
  cancel: ['cancel'],
  credits: ['balance'],
  lists: ['asset-list', 'job-list'],
  delete: ['asset-delete', 'job-delete'],
};

/** Spec 1, 7: an operation that is off, and a path that is unknown, answer alike. */
export const createFeatures: CreateTopic = (known, facts) => {
  const off = keepIn(known, new Set<string>());
  /** Operations that were served although their feature is off. */
  const served = keepIn(known, new Set<RouteName>());
  /** How unknown paths were answered, by method. */
  const unknown = keepIn(known, new Map<string, string[]>());
  const featureOf = ({ route }: Sight) => [...off].find((name) => ROUTES[name]?.some((one) => one === route));
  return {
    demands: (sight) => {
      const { view, isAnswered, key } = sight;
      if (!isAnswered || ownerOf(key, facts) === null || ownerOf(key, facts) !== ownerOf('primary', facts)) return [];
      if (sight.route === null) return ofNoRoute(sight);
      const feature = featureOf(sight);
      if (feature === undefined) return [];
      const isOff = (ROUTES[feature] ?? []).every((one) => one === sight.route || served.has(one));
      const reason = { rule: 'FEATURE-OFF-404', because: [], why: 'the feature is off for the account' };
      // What is deleted is a 404 as well.
      const isOfJob = view.request.url.includes('job_id');
      const isSure = isOff || (feature === 'lists' && view.status === 404 && !isOfJob);
      return [...(isOff ? [mustBe([404], reason)] : []), ...(isSure ? ofWords(sight, unknown) : [])];
    },
    keep: (sight) => {
      const { view, route, isAnswered } = sight;
      const { request, status } = view;
      if (isAnswered && isUnknownPath(sight) && status === 404)
        keepWords(unknown, request.method, wordsOf(view, namesIn(request.url)));
      const isServed = status !== null && status < 300 && ownerOf(sight.key, facts) === ownerOf('primary', facts);
      if (route !== null && featureOf(sight) !== undefined && isServed) served.add(route);
    },
    drive: (call, { features }) => {
      if (call !== 'tenants.change' || !isMap(features)) return;
      served.clear();
      for (const [name, isOn] of Object.entries(features))
        if (isOn === false) off.add(name);
        else off.delete(name);
    },
  };
};

function ofNoRoute(sight: Sight): Demand[] {
  if (UNVERSIONED.test(sight.view.request.url)) return [ofUnversioned(sight.view)];
  return isUnknownPath(sight) ? [mustBe([404], { rule: 'PATH-404', because: [], why: 'the path does not exist' })] : [];
}

const UNVERSIONED = /^\/(?:assets|jobs|usage|credits|skin|makeup)(?:\/|$)/;

/** A path without its version may lead to the one with it, or be refused in another way, or be a page for people. */
function ofUnversioned({ status, header }: ExchangeView): Demand {
  const reason = { rule: 'PATHS-V1-ALONE', because: [], why: 'no operation is served without the version' };
  const isPage = status === 200 && /html/i.test(header['content-type'] ?? '');
  const isServed = status !== null && status < 300 && !isPage;
  return sparedAs(isServed ? null : 'it may be redirected or refused', mustBe([404], reason));
}

function ofWords({ view }: Sight, unknown: ReadonlyMap<string, readonly string[]>): Demand[] {
  const expected = commonWords(unknown, view.request.method);
  const seen = wordsOf(view, namesIn(view.request.url));
  if (expected === null || view.status !== 404 || seen === expected) return [];
  return [failing('FEATURE-OFF-404', '', `${expected}, as of a path that is unknown`, seen)];
}

/** How an answer may repeat the request. */
function namesIn(url: string): string[] {
  return [url, url.split('?')[0] ?? url];
}

/** One that no documented operation begins like. OPTIONS may be answered for any path. */
function isUnknownPath({ route, view: { request } }: Sight): boolean {
  return route === null && !['OPTIONS', 'TRACE'].includes(request.method) && /^\/v1\/(?:\w+-){2}\w+$/.test(request.url);
}
