import type { Owner } from '../domain/account.ts';

/** Who asks, as data: the environment of an account that the key speaks for, and the key. */
export type Caller = { owner: Owner; key: string };
