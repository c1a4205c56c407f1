export type Given = { baseUrl: string; key: string; face: Uint8Array<ArrayBuffer> };

/** What a story has observed, as its client reports it. */
export type Seen = {
  uploaded: string;
  submitted: { status: number; job: string; retryAfter: string | null };
  replayed: { status: number; sameJob: boolean; header: string | null };
  ended: { status: string; type: string | undefined; polls: number };
  downloaded: number[];
  listed: { jobs: number; hasMore: boolean; results: string[] };
  cancelled: { status: number; job: string };
  deleted: { status: number; after: string };
  refused: { status: number; code: string; path: string | undefined };
};

const MOST_POLLS = 30;

/** Polls a job until it is final. The clock of the emulator advances by itself, so this does not wait. */
export async function untilEnded<Job extends { status: string }>(
  read: () => Promise<Job>,
): Promise<{ job: Job; polls: number }> {
  for (let polls = 1; ; polls += 1) {
    const job = await read();
    if (!['queued', 'running'].includes(job.status) || polls === MOST_POLLS) return { job, polls };
  }
}

export function bytesAtStart(buffer: ArrayBuffer): number[] {
  return [...new Uint8Array(buffer).subarray(0, 4)];
}
