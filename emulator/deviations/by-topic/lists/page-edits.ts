import type { RequestFacts } from '../../../world/edges.ts';
import { type Deviation, subtle } from '../../deviation.ts';
import { type AnyJson, body, on, when } from '../../edits.ts';

/** The value of a parameter of a request. */
export function given({ query: pairs }: RequestFacts, name: string): string | undefined {
  return pairs.find(([each]) => each === name)?.[1];
}

/** A change of what a page shows. */
export function page(
  rule: string,
  id: string,
  about: string,
  change: (shown: AnyJson, request: RequestFacts) => void,
): Deviation {
  return subtle(rule, id, about, {
    answer: on(
      'listAssets',
      when(
        200,
        body((shown, { request }) => change(shown, request)),
      ),
    ),
  });
}
