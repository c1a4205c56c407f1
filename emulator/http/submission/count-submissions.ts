import { ApiError } from '../../domain/errors.ts';
import { execute } from '../../runtime/world-host.ts';
import type { ApiRequest, Handler } from '../request.ts';

/** Reading 28: if all submissions count toward the limit, refused and replayed ones are counted here. */
export function countSubmissions(handle: Handler): Handler {
  return (request) => {
    const { admission_counts: counts } = request.host.world.settings.readings;
    return counts === 'all' ? handleCounted(handle, request) : handle(request);
  };
}

async function handleCounted(handle: Handler, request: ApiRequest) {
  try {
    const answer = await handle(request);
    if (answer.headers['Idempotency-Replayed'] !== undefined) count(request);
    return answer;
  } catch (error) {
    // A client that waits for a Retry-After must not be delayed further by the refused request itself.
    if (error instanceof ApiError && error.kind !== 'rate_limited') count(request);
    throw error;
  }
}

function count({ host, caller }: ApiRequest): void {
  execute(host, 'count_submission', { caller });
}
