import type { AccountStory, SummaryReport, JobStory as WholeJob } from '../../emulator/control/inspect/shapes.ts';
import type { ClockReport } from '../../emulator/control/schemas/clock.ts';
import type { DeliveryReport, EndpointReport, EndpointWithSecret } from '../../emulator/webhooks/shapes.ts';

export type {
  AccountStory as Account,
  AgendaRow,
  AttemptRequest,
  LedgerRow,
} from '../../emulator/control/inspect/shapes.ts';
export type { KeyReport as KeyTimes } from '../../emulator/control/schemas/account-shapes.ts';
export type { ClockReport as Clock } from '../../emulator/control/schemas/clock.ts';
export type { JobReport as Job } from '../../emulator/control/schemas/job.ts';
export type { ReadingReport as Reading, SwitchesReport as Switches } from '../../emulator/control/schemas/settings.ts';
export type { SnapshotReport as Snapshot, WorldReport as World } from '../../emulator/control/schemas/world-shapes.ts';
export type { ExchangeReport as Exchange } from '../../emulator/domain/test-control/exchange.ts';
export type { Environment } from '../../emulator/domain/vocabulary.ts';
export type { DeliveryReport as Delivery, ReceiverReport as Receiver } from '../../emulator/webhooks/shapes.ts';

export type Mode = ClockReport['mode'];
/** `changes`: in the stream, the number of changes so far. */
export type Summary = SummaryReport & { changes?: number };
export type JobStory = Omit<WholeJob, 'body' | 'outcome'> & { body: JobBody; outcome: Record<string, unknown> };
export type Picture = JobStory['pictures'][number];
export type Endpoint = EndpointReport & Partial<EndpointWithSecret>;
export type Attempt = DeliveryReport['attempts'][number];
export type Key = AccountStory['keys'][number];

export type JobBody = {
  expires_at: string | null;
  error: { code: string; message: string } | null;
  output: { type: string; concerns?: Concern[] } | null;
};
export type Concern = { concern: string; score: number | null; status: string; unavailable_reason: string | null };

export type Fixtures = { faces: { name: string; files: { href: string; media_type: string }[] }[] };
