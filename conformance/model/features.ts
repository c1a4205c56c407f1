import { isMap } from '../../shared/is-map.ts';
import { codeOf, type Demand, mustBe, mustHaveCode } from './demand.ts';
import { keepIn } from './known.ts';
import type { Sight } from './sight.ts';
import type { CreateTopic } from './topic.ts';

/** What cannot be used while a feature of the account is off. Which lists and deletions belong to `lists` and `delete` is open. */
const ROUTES: Readonly<Record<string, readonly string[]>> = { cancel: ['cancel'], credits: ['balance'] };

/** Spec 1, 7: an operation that is off, and a path that is unknown, answer alike. */
export const createFeatures: CreateTopic = (known) => {
  const off = keepIn(known, new Set<string>());
  let codeOfUnknown: { code: unknown } | null = null;
  return {
    demands: (sight) => {
      if (!sight.isAnswered || sight.key !== 'primary') return [];
      if (isUnknownPath(sight)) return [mustBe([404], { rule: 'PATH-404', because: [], why: 'there is no such path' })];
      const isOff = [...off].some((name) => ROUTES[name]?.includes(sight.route ?? ''));
      return isOff && sight.owner !== null ? ofOff(codeOfUnknown) : [];
    },
    keep: (sight) => {
      if (isUnknownPath(sight) && sight.view.status === 404 && sight.view.request.method === 'GET')
        codeOfUnknown = { code: codeOf(sight.view) };
    },
    drive: (call, { features }) => {
      if (call !== 'tenants.change' || !isMap(features)) return;
      for (const [name, isOn] of Object.entries(features))
        if (isOn === false) off.add(name);
        else off.delete(name);
    },
  };
};

/** An operation that is off has the code of an unknown path. */
function ofOff(unknown: { code: unknown } | null): Demand[] {
  const reason = { rule: 'FEATURE-OFF-404', because: [], why: 'the feature is off for the account' };
  return [mustBe([404], reason), ...(unknown === null ? [] : [mustHaveCode(404, unknown.code, reason)])];
}

/** One that no documented operation begins like. */
function isUnknownPath({ route, view: { request } }: Sight): boolean {
  return route === null && ['GET', 'HEAD'].includes(request.method) && /^\/v1\/(?:\w+-){2}\w+$/.test(request.url);
}
