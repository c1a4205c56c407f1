import type { RouteName } from '../suite/vocabulary.ts';
import { type Demand, mustBe, mustRefuseWith, sparedAs } from './demand.ts';
import { isMentioned, isServed, type Known } from './known.ts';
import { isKeySent, type Sight } from './sight.ts';
import type { CreateTopic } from './topic.ts';

type Refusal = { code: string; rule: string };

/** What is answered to an id that belongs to nothing. */
const OF_ROUTES: Readonly<Record<string, Refusal>> = {
  job: { code: 'JOB_NOT_FOUND', rule: 'JOB-404' },
  asset: { code: 'ASSET_NOT_FOUND', rule: 'ASSET-404' },
  cancel: { code: 'JOB_NOT_FOUND', rule: 'CANCEL-404' },
  'job-delete': { code: 'JOB_NOT_FOUND', rule: 'JOB-DELETE-404' },
};

/** Ids that no answer has shown, and that a client made up: they name nothing, unless others use the account too. */
export const createNothing: CreateTopic = (known) => ({
  demands: (sight) => {
    if (!known.isAccountMade || !sight.isAnswered || !sight.isPlain || sight.owner === null) return [];
    return sight.route === 'submit' ? ofInput(sight, known) : ofNothing(sight, known);
  },
});

function ofNothing({ route, id, key, owner, view }: Sight, known: Known): Demand[] {
  // Only an id of the usual form is certain to be looked up.
  if (route === null || isMentioned(id, known)) return [];
  const isLookedUp = isUsual(route, id, known);
  const why = 'nothing has this id';
  const isOn = isServed(route, owner, known);
  if ((route === 'cancel' || route === 'job-delete') && (!isOn || key.startsWith('no_'))) return [];
  if (route === 'asset-delete' && isOn) {
    const spared = view.status === 204 ? 'a deletion may answer 204 although it deletes nothing' : null;
    return [sparedAs(spared, mustBe(isLookedUp ? [404] : ODD, { rule: 'ASSET-DELETE-404', because: [], why }))];
  }
  const refusal = OF_ROUTES[route];
  if (refusal === undefined) return [];
  const reason = { rule: refusal.rule, because: [], why };
  return isLookedUp ? mustRefuseWith(404, refusal.code, reason) : [mustBe(ODD, reason)];
}

/** An id may be refused for its form. */
const ODD: readonly number[] = [400, 404, 414, 431];

/** Whether an id has the form of one of its kind that was shown: another may be refused for its form. */
export function isUsual(route: RouteName | null, id: string, { shown, mentioned }: Known): boolean {
  const kind = route === 'job' || route === 'cancel' || route === 'job-delete' ? 'job' : 'asset';
  if (!id.startsWith(`${kind}_`)) return false;
  const form = formOf(id);
  return [shown.keys(), mentioned].some((ids) => [...ids].some((one) => formOf(one) === form));
}

/** Which characters it has, place by place. */
function formOf(id: string): string {
  return id.replace(/\d/g, '0').replace(/[a-z]/g, 'a').replace(/[A-Z]/g, 'A');
}

function ofInput(sight: Sight, known: Known): Demand[] {
  const { view, submission } = sight;
  const id = submission?.input ?? null;
  if (id === null || isMentioned(id, known) || !isUsual('asset', id, known)) return [];
  // Whatever else is wrong may be found first.
  if ([400, 401, 402, 403, 409].includes(view.status ?? 0)) return [];
  // The job of its Idempotency-Key may be deleted.
  if (view.status === 410 && isKeySent(sight, known)) return [];
  const reason = { rule: 'SUBMIT-INPUT-404', because: [], why: 'no asset has the id of its input' };
  return mustRefuseWith(404, 'ASSET_NOT_FOUND', reason);
}
