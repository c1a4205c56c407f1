import { ApiError } from '../../domain/errors.ts';
import { execute } from '../../runtime/world-host.ts';
import type { ApiRequest, Handler } from '../request.ts';

/** Reading 28: where all submissions count for their limit, those that were refused or replayed are counted here. */
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
    // A client that honours a Retry-After must not find it moved by the answer that contained it.
    if (error instanceof ApiError && error.kind !== 'rate_limited') count(request);
    throw error;
  }
}

function count({ host, caller }: ApiRequest): void {
  execute(host, 'count_submission', { caller });
}
