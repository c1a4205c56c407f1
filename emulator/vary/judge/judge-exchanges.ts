import type { Seen } from '../seen.ts';
import { judgeAddresses } from './addresses.ts';
import { judgeAudit } from './audited.ts';
import { judgeIntents } from './intents.ts';
import { judgeLaterTry } from './later-try.ts';
import type { Proof } from './proof.ts';

/** What the exchanges of a run prove of the client that those of the plain run do not. */
export function judgeExchanges(seen: Seen, plain: Seen, ignore: readonly string[]): Proof[] {
  const known = judgeAudit(plain, ignore).map(({ kind }) => kind);
  const proofs = [
    ...judgeIntents(seen, plain),
    ...judgeLaterTry(seen),
    ...judgeAudit(seen, ignore),
    ...judgeAddresses(seen, plain),
  ];
  return proofs.filter(({ kind }) => !known.includes(kind) && !ignore.includes(kind));
}
