import type { Asked } from './asked.ts';
import type { KnownAsset, KnownJob } from './known.ts';

type Thing = KnownAsset | KnownJob;

export function isForeign({ owner }: Thing, asked: Asked): boolean {
  return owner !== asked.owner;
}

/** The rule of a read of what belongs to another account, or to the other environment. */
export function isolationRule({ owner }: Thing, asked: Asked): string {
  const [account] = owner.split(' ');
  const [asking] = asked.owner.split(' ');
  return account === asking ? 'ISOLATION-ENVIRONMENT' : 'ISOLATION-ACCOUNT';
}
