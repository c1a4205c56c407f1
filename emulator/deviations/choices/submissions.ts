import { basePathOf } from '../../../shared/questions/base-path.ts';
import type { Means, RequestContext } from '../deviation.ts';
import { header, on, SUBMITS } from '../edits.ts';

/** What a server takes as a submission, and where it says that its job is. */
export const SUBMISSION_CHOICES: Readonly<Record<string, Means>> = {
  result_as_input: (choice) => ({
    rules: (was) => ({
      inputState: (asset, now, readings) => {
        const state = was.inputState(asset, now, readings);
        if (state !== 'not_an_input') return state;
        return choice === 'accept' ? 'usable' : 'missing';
      },
    }),
  }),
  location_form: (form) => ({
    answer: on(SUBMITS, (answer, context) =>
      header('Location', (path) => locationOf(String(form), path, context))(answer, context),
    ),
  }),
};

function locationOf(form: string, path: string, { request, world }: RequestContext): string {
  const below = `${basePathOf(world.settings.readings)}${path}`;
  if (form === 'path_below_base_url') return below;
  if (form === 'with_query') return `${path}?from=submission`;
  // Every submission is sent to /v1/PRODUCT/THINGS.
  if (form === 'relative') return path.replace('/v1/', '../');
  if (form === 'other_origin') return `https://api.tryon.example${below}`;
  return `http://${request.headers['host'] ?? 'emulator.localhost'}${below}`;
}
