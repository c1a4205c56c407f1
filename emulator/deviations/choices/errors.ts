import { isKnownPath } from '../../domain/routes.ts';
import type { Means } from '../deviation.ts';
import { body, instead, on, SUBMITS, when, where } from '../edits.ts';

/** What a refusal says and where an unknown path leads; the rest of what is open of them is asked where the emulator decides it. */
export const ERROR_CHOICES: Readonly<Record<string, Means>> = {
  request_id_scope: () => ({
    answer: where(
      (_, { status }) => status >= 400,
      body(({ error }, { memory, key }) => {
        const caller = key?.id ?? 'nobody';
        if (memory.get(caller) === undefined) memory.set(caller, error?.request_id);
        if (error !== undefined) error.request_id = memory.get(caller);
      }),
    ),
  }),
  quota_error_retryable: () => ({
    answer: on(
      SUBMITS,
      when(
        429,
        where(
          (_, { headers }) => Number(headers['Retry-After']) > A_MINUTE,
          body(({ error }) => {
            error.retryable = false;
          }),
        ),
      ),
    ),
  }),
  path_without_prefix: () => ({
    answer: (answer, context) => {
      const { route, request } = context;
      const isMeant = route === null && isKnownPath(`/v1${request.path}`);
      return isMeant ? instead(308, null, { Location: `/v1${request.path}` })(answer, context) : answer;
    },
  }),
};

/** What is over sooner is no quota of a day. */
const A_MINUTE = 60;
