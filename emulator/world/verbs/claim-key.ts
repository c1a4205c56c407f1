import type { Submission } from '../../domain/submission.ts';
import type { Caller } from '../caller.ts';
import { claimName, putClaim } from '../claims.ts';
import type { World } from '../world.ts';

type ClaimArguments = {
  caller: Caller;
  submission: Pick<Submission, 'operation'>;
  idempotencyKey: string;
  fingerprint: string;
};

/** Reading 60: a refused request claims its key, if the reading says so and the key is not claimed yet. */
export function claimKey(world: World, { fingerprint, ...claimant }: ClaimArguments): void {
  if (!world.state.claims.has(claimName(world, claimant))) putClaim(world, claimant, { fingerprint, job: '' });
}
