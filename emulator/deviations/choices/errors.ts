import type { Means } from '../deviation.ts';
import { body, on, SUBMITS, when, where } from '../edits.ts';

/** What a refusal says and where an unknown path leads; the rest of what is open of them is asked where the emulator decides it. */
export const ERROR_CHOICES: Readonly<Record<string, Means>> = {
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
};

/** What is over sooner is no quota of a day. */
const A_MINUTE = 60;
