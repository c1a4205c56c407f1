import type { Owner } from '../domain/account.ts';

/** The caller of a request: the environment of the key's account, and the key. */
export type Caller = { owner: Owner; key: string };
