import { hookViewOf } from '../effects/http/view.ts';
import type { Inbox } from '../play/trace.ts';
import type { Mismatch } from '../suite/expectation/finding.ts';
import { createAssets } from './assets.ts';
import { createCancels } from './cancels.ts';
import { createLedger } from './credits/ledger.ts';
import { createLimits } from './credits/limits.ts';
import { createUnits } from './credits/units.ts';
import { createUsage } from './credits/usage.ts';
import { type Breach, breachesOf, type Demand, heldAmong } from './demand.ts';
import { createFeatures } from './features.ts';
import { createHeads } from './heads.ts';
import { createIsolation } from './isolation.ts';
import { createJobs } from './jobs.ts';
import { createKeys } from './keys.ts';
import { isFull, type Known, noteTexts, nothingKnown } from './known.ts';
import { createLearner } from './learn.ts';
import { createLists } from './lists/lists.ts';
import { createLivemode } from './livemode.ts';
import { createNothing } from './nothing.ts';
import { createOutputs } from './results/outputs.ts';
import { createPictures } from './results/pictures.ts';
import { readSight, type Seen } from './sight.ts';
import { createSubmissions } from './submissions.ts';
import { textsIn } from './texts.ts';
import { type CreateTopic, type Given, isOfAccounts, type ModelFacts } from './topic.ts';
import { findingsOfDeliveries } from './webhooks/deliveries.ts';
import { pingsIn } from './webhooks/pings.ts';

/** What an answer breaks by what earlier answers have made certain, and where those are on the tape. */
export type ModelFinding = { rule: string; mismatch: Mismatch; exchanges: number[]; spared?: string };

export type Model = {
  see(seen: Seen): ModelFinding[];
  /** The rules that the last answer could have broken by its status, and did not. */
  held(): readonly string[];
  /** A driver was called. */
  drive(call: string, given: Given): void;
  /** The deliveries that have reached a receiver so far. */
  deliver(hook: string, inbox: Inbox): void;
  /** What shows only when everything has been seen. */
  finish(): ModelFinding[];
  /** The position on the tape from which on nothing was judged, since there was too much to keep; null if all was. */
  gaveUpAt(): number | null;
};

const TOPICS: readonly CreateTopic[] = [
  createKeys,
  createFeatures,
  createNothing,
  createIsolation,
  createHeads,
  createAssets,
  createJobs,
  createCancels,
  createSubmissions,
  createLists,
  createUnits,
  createUsage,
  createLivemode,
  createOutputs,
  createPictures,
  createLimits,
];

/**
 * What must come next (Spec 2 to 5): fed with every answer of an instance, it keeps what is certain and reports what an answer
 * breaks. It demands nothing where the specification leaves a choice, or time makes it uncertain.
 */
export function createModel(facts: ModelFacts): Model {
  const known = nothingKnown(facts.tenant !== null, facts.isObserved);
  const ledger = facts.tenant === null ? null : createLedger(known);
  const learn = createLearner(known, ledger);
  const topics = TOPICS.map((create) => create(known, facts));
  const inboxes = new Map<string, Inbox>();
  // Others may switch an endpoint off and on, and send again from its log.
  const webhooks = { isDisturbed: known.mayOthersAct, isResent: known.mayOthersAct, isExpiryOpen: known.mayOthersAct };
  let gaveUpAt: number | null = null;
  let demands: Demand[] = [];
  let breaches: Breach[] = [];
  return {
    held: () => heldAmong(demands, breaches),
    gaveUpAt: () => gaveUpAt,
    see: (seen) => {
      [demands, breaches] = [[], []];
      if (gaveUpAt !== null) return [];
      const sight = readSight(seen, known, facts);
      demands = topics.flatMap((topic) => topic.demands(sight));
      breaches = breachesOf(demands, sight.view);
      const findings = breaches.map((breach) => findingOf(breach, [seen.position], known));
      for (const topic of topics) topic.keep?.(sight);
      learn(sight);
      if (isFull(known)) gaveUpAt = seen.position;
      return findings;
    },
    drive: (call, given) => {
      if (!/^(?:clock|jobs|webhooks)\./.test(call)) ledger?.interrupt();
      if (isOfAccounts(call)) known.served.clear();
      if (isOfAccounts(call) || /^webhooks\.(?:enable|disable)/.test(call)) webhooks.isDisturbed = true;
      if (call === 'webhooks.resend') webhooks.isResent = true;
      for (const topic of topics) topic.drive?.(call, given);
    },
    deliver: (hook, inbox) => {
      for (const received of inbox.received) noteTexts(textsIn(hookViewOf(received).json), known);
      inboxes.set(hook, inbox);
    },
    finish: () => {
      const all = [...inboxes.values()];
      const sending = { jobs: known.jobs, ...webhooks };
      const ofUnits = (ledger?.audit() ?? []).map(({ position, before, ...found }) =>
        findingOf({ ...found, because: [] }, [before, position], known),
      );
      const ofDeliveries = [...pingsIn(all, sending), ...findingsOfDeliveries(all, sending)].map((finding) =>
        findingOf(finding, [finding.position], known),
      );
      return [...ofUnits, ...ofDeliveries];
    },
  };
}

type Found = { rule: string; mismatch: Mismatch; because: readonly string[]; spared?: string };

function findingOf({ because, ...found }: Found, positions: readonly number[], { shown }: Known): ModelFinding {
  const { rule, mismatch, spared } = found;
  const exchanges = [...because.flatMap((id) => shown.get(id)?.position ?? []), ...positions];
  return { rule, mismatch, exchanges, ...(spared !== undefined && { spared }) };
}
