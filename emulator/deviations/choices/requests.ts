import { isKnownPath } from '../../domain/routes.ts';
import type { Means } from '../deviation.ts';
import { when, where } from '../edits.ts';

/** What a server answers to requests that no endpoint is for. */
export const REQUEST_CHOICES: Readonly<Record<string, Means>> = {
  wrong_method: (status) => ({
    answer: where(
      ({ route, request }) => route === null && isKnownPath(request.path),
      when(404, (refused) => ({ ...refused, status: Number(status) })),
    ),
  }),
};
