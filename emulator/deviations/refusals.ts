import type { ApiError, FieldProblem } from '../domain/errors.ts';
import { invalidFields } from '../domain/errors.ts';
import type { RouteId } from '../domain/routes.ts';
import type { Overrides, RefusalContext, RequestContext } from './deviation.ts';

/** Refusals that the service would not make, and edits of its own refusals. */

/** Refuses a request that has these problems, although the service would accept it. */
export function refuses(
  routes: RouteId | readonly RouteId[],
  problemsOf: (context: RequestContext) => readonly FieldProblem[],
  more: Parameters<typeof invalidFields>[2] = {},
): Pick<Overrides, 'check'> {
  const meant = [routes].flat();
  return {
    check: (context) => {
      const problems = context.route !== null && meant.includes(context.route) ? problemsOf(context) : [];
      if (problems.length > 0) throw invalidFields(problems, undefined, more);
    },
  };
}

type Changes = Parameters<ApiError['as']>[0];

export function refusedAs(
  isMeant: (error: ApiError, context: RefusalContext) => boolean,
  changes: Changes | ((error: ApiError, context: RefusalContext) => Changes),
): Pick<Overrides, 'refusal'> {
  return {
    refusal: (error, context) => {
      if (!isMeant(error, context)) return error;
      return error.as(typeof changes === 'function' ? changes(error, context) : changes);
    },
  };
}
