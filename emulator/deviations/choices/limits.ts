import { SECOND } from '../../domain/values/time.ts';
import type { Means } from '../deviation.ts';

/** When a server refuses submissions that it could take. */
export const LIMIT_CHOICES: Readonly<Record<string, Means>> = {
  sometimes_limited: () => ({
    rules: (was, { memory }) => ({
      admissionOpensAt: (limit, admission, now, within) =>
        memory.count('submissions') % 4 === 0 ? now + SECOND : was.admissionOpensAt(limit, admission, now, within),
    }),
  }),
};
