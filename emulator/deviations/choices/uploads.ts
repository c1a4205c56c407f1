import type { RouteId } from '../../domain/routes.ts';
import { digestOf } from '../../domain/values/digest.ts';
import type { Means } from '../deviation.ts';
import { isSubmit, when, where } from '../edits.ts';

const OF_JOBS: readonly (RouteId | null)[] = ['readJob', 'cancelJob', 'downloadAsset', null];

/** What answers carry beside their bodies: the rest of what is open of uploads is asked where they are taken. */
export const UPLOAD_CHOICES: Readonly<Record<string, Means>> = {
  etag_on_other_answers: (choice) => ({
    answer: where(
      ({ route }) => !OF_JOBS.includes(route) && !isSubmit(route),
      when(200, (answer) => {
        const tag = choice === 'same_for_all' ? 'same' : digestOf(answer.body ?? '').slice(0, 22);
        return { ...answer, headers: { ...answer.headers, ETag: `"${tag}"` } };
      }),
    ),
  }),
};
