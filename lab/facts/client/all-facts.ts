import { admission, errors, outages, quota } from './facts/errors.ts';
import { cancels, ends, reads, stages } from './facts/jobs.ts';
import { assetLists, balance, jobLists, usage } from './facts/lists.ts';
import { hair, makeup, skin } from './facts/outputs.ts';
import { faultyMakeup, faultySkin, keys, order, spellings, submits } from './facts/submits.ts';
import { assets, expiry, uploadLimits, uploads } from './facts/uploads.ts';
import { disabled, events, retries } from './facts/webhooks.ts';
import type { Reader } from './read-facts.ts';

const READERS = [
  [uploads, assets, expiry],
  [submits, keys, spellings, faultySkin, faultyMakeup, order],
  [reads, stages, cancels, ends, skin, makeup, hair],
  [assetLists, jobLists, usage, balance],
  [errors, outages, admission, quota],
  [events, retries, disabled],
].flat();

/**
 * All facts that are read from a service. To add one, add a line to a table of `facts/`: its name, and the part of an
 * exchange that shows it. Add only facts that the specification leaves open.
 */
export const ALL_FACTS: readonly Reader[] = [...READERS.map((read) => ({ read })), { read: uploadLimits, once: true }];
