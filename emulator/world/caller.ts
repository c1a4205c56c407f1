import type { Owner } from '../domain/account.ts';

/** The caller of a request: the environment of an account that the key belongs to, and the key. */
export type Caller = { owner: Owner; key: string };
