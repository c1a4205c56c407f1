import * as z from 'zod/mini';
import { tapeEntry } from '../effects/tape.ts';
import { evidenceSchema, observationSchema } from '../judge/evidence.ts';
import { STANDINGS, type Standing } from '../judge/standing.ts';
import { type Conclusion, EXIT_CODES, VERDICTS, type Verdict } from '../judge/verdicts.ts';
import { mismatchSchema } from '../suite/expectation/finding.ts';
import { reasonSchema } from '../suite/reasons.ts';
import { GROUPS, LEVELS } from '../suite/rules/rule.ts';
import type { HairField } from '../suite/vocabulary.ts';
import { foundPictures } from '../target/pictures/pictures.ts';

/** Increased when the format changes incompatibly. */
export const REPORT_VERSION = 1;

const text = z.string();
const texts = z.array(text);
const orNull = z.nullable;
const verdict: z.ZodMiniType<Verdict> = z.literal(Object.keys(VERDICTS) as Verdict[]);
const standing: z.ZodMiniType<Standing> = z.literal(Object.keys(STANDINGS) as Standing[]);
const declaredOff = z.strictObject({ feature: text, because: orNull(text) });
const conclusion: z.ZodMiniType<Conclusion> = z.literal(Object.keys(EXIT_CODES) as Conclusion[]);

const ruleFields = z.strictObject({
  id: text,
  clause: text,
  level: z.literal(LEVELS),
  group: z.literal(GROUPS),
  says: text,
  verdict,
  reason: orNull(reasonSchema),
  hint: orNull(text),
  /** The number of times it was seen to hold, was violated, or could not be tested. */
  counts: z.strictObject({ held: z.int(), violated: z.int(), untested: z.int() }),
  /** For a must, and for any other failed rule: the standing of the server. Reports of older versions lack it. */
  standing: z.exactOptional(standing),
  /** The features that the target file declares off, and without which it cannot be tested. */
  declared_off: z.exactOptional(z.array(declaredOff)),
  /** The version of the suite that added the rule, or raised it to a failure; missing for rules of the first version. */
  since: z.exactOptional(text),
  /** For a provisional rule: the day, or the version of the suite, before which it only warns. */
  until: z.exactOptional(text),
  /** For a disputed rule, which only warns: where it is discussed. */
  thread: z.exactOptional(text),
  /** Whether the baseline accepts its failure or lack of a test, which then does not affect the exit code. */
  known: z.boolean(),
  /** For a warning: a lawful server that breaks the rule. */
  counter: z.exactOptional(text),
  /** For a failed derived rule: the lawful ways to break it that its row lists; none was seen. */
  spares: z.exactOptional(texts),
  /**
   * For a partly tested rule: how many of the covering scenarios were tried in full, and what the others lacked.
   * Missing in reports of older versions.
   */
  partly: z.exactOptional(
    z.strictObject({
      whole: z.int(),
      of: z.int(),
      lacking: z.array(z.strictObject({ scenario: text, reason: reasonSchema, in_part: z.boolean() })),
    }),
  ),
});
export interface RuleReport extends z.output<typeof ruleFields> {}
const ruleReport: z.ZodMiniType<RuleReport> = ruleFields;

const cardFields = z.strictObject({
  rule: text,
  scenario: text,
  instance: text,
  step: text,
  /** file:line:column of the step. */
  place: text,
  mismatches: z.array(mismatchSchema),
  /** For a derived rule: the lawful way to break it that was seen here, so that it only warns. */
  spared: z.exactOptional(text),
  /** Positions in the instance's tape that lead to the failure, in order. The last one shows it. */
  exchanges: z.array(z.int()),
  /** The emulator's answer to the same requests, if one was available. */
  reference: orNull(z.strictObject({ status: z.int(), body: text, headers: z.exactOptional(texts) })),
});
/** Everything that a person needs to understand and repeat one violation. */
export interface FailureCard extends z.output<typeof cardFields> {}
const failureCard: z.ZodMiniType<FailureCard> = cardFields;

const instanceFields = z.strictObject({
  id: text,
  scenario: text,
  arm: orNull(text),
  row: orNull(text),
  outcome: z.literal(['done', 'setup_failed', 'untested', 'crashed']),
  reason: orNull(reasonSchema),
  detail: orNull(text),
  took: z.number(),
  /** The environment of each role's key, and the account that was created for the instance. */
  keys: z.record(text, text),
  tenant: orNull(text),
  /** For a created account: whether it has the requested units, and which requested settings are uncertain. */
  account: z.exactOptional(
    z.strictObject({
      has_own_units: z.boolean(),
      unsure: z.array(text),
      /** What was created in the account was deleted with it. Older versions erased it first. */
      goes_whole: z.exactOptional(z.literal(true)),
      /** What was left behind was read at the end. */
      reads_back: z.exactOptional(z.literal(true)),
    }),
  ),
  /** The estimated time of a job when the instance began, in milliseconds. */
  median_job_time: z.number(),
  tape: z.array(tapeEntry),
  /** The digest of the tape when the run ended; missing in reports of older versions. */
  digest: z.exactOptional(text),
  /** The tape was too long and was cut: its results cannot be recomputed. */
  cut: z.exactOptional(z.literal(true)),
});
export interface InstanceReport extends z.output<typeof instanceFields> {}
const instanceReport: z.ZodMiniType<InstanceReport> = instanceFields;

const groupFields = z.strictObject({
  group: z.literal(GROUPS),
  must: z.strictObject({ passed: z.int(), total: z.int(), failed: z.int(), untested: z.int() }),
  warnings: z.int(),
  not_applicable: z.int(),
  /** Musts without a reaction of the server when the occasion was provided; missing if there are none. */
  without_occasion: z.exactOptional(z.int()),
});
export interface GroupReport extends z.output<typeof groupFields> {}
const groupReport: z.ZodMiniType<GroupReport> = groupFields;

/** The text about a run with `tls.insecure`. */
export const INSECURE_TEXT = 'no certificate was checked (tls.insecure): who answered is not known';

const target = z.strictObject({
  name: text,
  version: orNull(text),
  base_url: text,
  spec: orNull(text),
  data: z.record(text, z.unknown()),
  budget: z.strictObject({ wall: orNull(z.number()), jobs: orNull(z.int()), credit_units: orNull(z.int()) }),
  timeouts: z.strictObject({ answer: z.number() }),
  /** How the server was reached, if not only by its address. Headers are listed by name. */
  connection: z.exactOptional(
    z.strictObject({ headers: texts, proxy: orNull(text), insecure: z.boolean(), rate: orNull(z.number()) }),
  ),
  hair: z.strictObject({
    mapped: z.boolean(),
    fields: z.pipe(z.record(text, text), z.custom<Record<HairField, string>, Record<string, string>>()),
  }),
});
const features = z.record(
  text,
  z.strictObject({
    declared: z.literal(['on', 'off', 'auto']),
    found: orNull(z.boolean()),
    /** Why it is declared off, and what showed it nevertheless. */
    because: z.exactOptional(text),
    seen: z.exactOptional(text),
  }),
);

/** The facts of a shard that may differ between shards. `shard` has the form 1/4. */
const shardReport = z.strictObject({
  shard: text,
  nonce: text,
  target,
  features,
  drivers: texts,
  pictures: z.exactOptional(foundPictures),
});
export type ShardReport = z.output<typeof shardReport>;

const sessionInWords = z.strictObject({ id: text, rules: texts, steps: texts });
const sessions = z.strictObject({
  played: z.int(),
  /** The sessions with an instance, each as a scenario. */
  texts: z.array(z.strictObject({ id: text, text })),
  /** The shortest sessions that broke a rule, in words. */
  broken: z.array(sessionInWords),
  /** Sessions that broke a rule once, but not when they were played again: they fail nothing. */
  unsure: z.array(sessionInWords),
});

const gap = z.strictObject({
  id: text,
  ask: text,
  /** The open questions that it observes, by their names in scenarios/questions. Missing in older reports. */
  questions: z.optional(texts),
  answers: z.array(z.strictObject({ seen: z.record(text, z.unknown()), times: z.int() })),
});

const observedTraffic = z.strictObject({
  /** The file, or the address of the proxy. */
  source: text,
  exchanges: z.int(),
  /** The number of exchanges that could be judged; `left` states why the others could not, with their numbers. */
  judged: z.int(),
  left: z.array(z.strictObject({ why: text, numbers: z.array(z.int()) })),
  /** The numbers in the traffic of the exchanges on each instance's tape. */
  numbers: z.record(text, z.array(z.int())),
  /** Answers to open questions, with the first exchange that shows each. */
  answers: z.array(
    z.strictObject({ question: text, choice: z.unknown(), path: text, number: z.int(), times: z.int() }),
  ),
});
export type ObservedTraffic = z.output<typeof observedTraffic>;

const off = z.strictObject({ feature: text, because: orNull(text), rules: texts });
const certificateFields = z.strictObject({
  /** The text beside the conclusion: `in core, cancel; webhooks declared off (50); 3 without occasion`. */
  text,
  groups: z.array(z.literal(GROUPS)),
  declared_off: z.array(off),
  proved_off: texts,
  without_occasion: texts,
  /** Untested musts that the baseline accepts. */
  known_untested: texts,
});
/** The scope of the conclusion: the completely graded groups, and the musts that were not met for an accepted reason. */
export interface Certificate extends z.output<typeof certificateFields> {}
const certificateReport: z.ZodMiniType<Certificate> = certificateFields;

const reportFields = z.strictObject({
  report: z.literal(REPORT_VERSION),
  tool: z.strictObject({ name: z.literal('tryon-kit'), version: text }),
  suite: z.strictObject({ version: z.exactOptional(text), digest: text, scenarios: z.int(), rules: z.int() }),
  target,
  features,
  drivers: texts,
  /** The pictures that the server was found to accept; missing in reports of older versions. */
  pictures: z.exactOptional(foundPictures),
  keys: z.record(text, z.literal(['live', 'test', 'other'])),
  options: z.strictObject({
    seed: text,
    nonce: text,
    only: texts,
    shard: orNull(text),
    repeat: z.int(),
    /** The graded groups, and the version of the suite whose rules count; missing if neither was set. */
    groups: z.exactOptional(z.array(z.literal(GROUPS))),
    as_of: z.exactOptional(text),
  }),
  /** The command of the run, without its choice of scenarios, seed and secrets; missing if no command started it. */
  command: z.exactOptional(text),
  started: text.check(z.meta({ format: 'date-time' })),
  took: z.number(),
  /** The duration without these scenarios, which wait in real time with any clock; missing if there are none. */
  without_waits: z.exactOptional(z.strictObject({ scenarios: texts, took: z.number() })),
  requests: z.int(),
  conclusion,
  exit_code: z.pipe(z.literal(Object.values(EXIT_CODES)), z.transform(Number)),
  /** Missing in reports of older versions. */
  certificate: z.exactOptional(certificateReport),
  /** Features that are declared off, but were observed. */
  contrary: z.exactOptional(z.array(z.strictObject({ feature: text, because: orNull(text), seen: text }))),
  groups: z.array(groupReport),
  rules: z.array(ruleReport),
  /** What makes untested rules testable, those with the most rules first; missing in reports of older versions. */
  remedies: z.exactOptional(z.array(z.strictObject({ todo: text, reason: orNull(reasonSchema), rules: texts }))),
  failures: z.array(failureCard),
  gaps: z.array(gap),
  /** For observed traffic, where no scenario was run. */
  observed: z.exactOptional(observedTraffic),
  /** Random sessions derived from the seed; missing if none were played. */
  sessions: z.exactOptional(sessions),
  evidence: z.array(evidenceSchema),
  observations: z.array(observationSchema),
  instances: z.array(instanceReport),
  /** Jobs and assets that could not be erased. */
  leftovers: texts,
  /** The same, each with the reason; missing in reports of older versions. */
  left_behind: z.exactOptional(z.array(z.strictObject({ id: text, instance: text, why: text }))),
  /** Rules of the baseline that no longer fail, or do not exist. */
  stale: texts,
  errors: z.array(z.strictObject({ instance: orNull(text), message: text })),
  /** For a merged report: its parts. Missing in reports of older versions. */
  shards: z.exactOptional(z.array(shardReport)),
});
/** The report: all results, and everything that is needed to recompute them from the recording. */
export interface Report extends z.output<typeof reportFields> {}

/** For programs that read a report. Optional members are missing in reports of older versions. */
export const reportSchema: z.ZodMiniType<Report> = reportFields;

/** Everything except the parts that a report of version 2 has packed. */
export const unpackedFields = z.omit(reportFields, { evidence: true, instances: true });
