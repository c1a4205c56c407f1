import { toIso } from '../../domain/values/time.ts';
import { CONCERNS, type Concern } from '../../domain/vocabulary.ts';

/** Events as section 6.2 has them, about jobs that the receiver has never heard of. */
export type SampleEvent = Record<string, unknown> & { id: string; type: string; created: string };
export type Sample = {
  /** What makes ids that no run before had. */
  tag: string;
  now: number;
};

type Change = { number: string; job?: Record<string, unknown>; envelope?: Record<string, unknown> };

export function eventOf(sample: Sample, type: string, { number, job = {}, envelope = {} }: Change): SampleEvent {
  return {
    id: `evt_probe${sample.tag}${number}`,
    object: 'event',
    type,
    api_version: 'v1',
    created: toIso(sample.now),
    data: { object: { ...jobOf(sample, type, number), ...job } },
    ...envelope,
  };
}

function jobOf({ tag, now }: Sample, type: string, number: string): Record<string, unknown> {
  const status = type.replace('job.', '');
  const hasOutput = status === 'succeeded';
  const failure = { code: 'INPUT_UNPROCESSABLE', message: 'no face was found' };
  return {
    id: `job_probe${tag}${number}`,
    operation: 'makeup.apply',
    status,
    created_at: toIso(now - 5_000),
    updated_at: toIso(now),
    completed_at: toIso(now),
    expires_at: toIso(now + LIFETIME),
    inputs: [{ asset_id: `asset_probe${tag}${number}`, role: 'source' }],
    output: hasOutput ? { type: 'makeup.try_on', image: pictureOf({ tag, now }, number, 'result'), revision: 1 } : null,
    error: status === 'failed' ? failure : null,
  };
}

const LIFETIME = 7 * 24 * 3_600_000;

function pictureOf({ tag, now }: Sample, number: string, role: string) {
  const id = `asset_probe${tag}${number}${role.replace('.', '_')}`;
  const href = `/v1/assets/${id}/content`;
  return { id, href, media_type: 'image/png', role, size_bytes: 48_213, expires_at: toIso(now + LIFETIME) };
}

/** Every member of the specification's shapes: every concern, and both pictures of each (spec 2.3, 4.2). */
export function fullJob(sample: Sample, number: string, more: object = {}): Record<string, unknown> {
  const kinds = (concern: Concern) => ['mask', 'visual'].map((kind) => `${kind}.${concern}`);
  return {
    operation: 'skin.analyze',
    output: {
      type: 'skin.analysis',
      concerns: CONCERNS.map((concern) => ({ concern, score: 71.5, status: 'measured', unavailable_reason: null })),
      analysis_version: 'skin-2026-09-draft.1',
      visualizations: CONCERNS.flatMap(kinds).map((role) => pictureOf(sample, number, role)),
      ...more,
    },
  };
}

/** The longest ids that the kit takes a lawful server to have (`id_length`): no length is specified. */
const LONGEST_ID = 200;

/** The largest event that a lawful server is taken to send, as text: a full Job with long ids, every optional member, and indented. */
export function largestEventText(event: SampleEvent): string {
  const text = JSON.stringify(event, withOptional, 2);
  return text.replace(/\b(asset|job)_(\w+)/g, (_, kind: string, id: string) => `${kind}_${id.padEnd(LONGEST_ID, '0')}`);
}

function withOptional(_: string, value: unknown): unknown {
  const isPicture = typeof value === 'object' && value !== null && 'href' in value;
  return isPicture ? { ...value, width: 4_096, height: 4_096 } : value;
}
