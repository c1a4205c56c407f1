import type {
  AccountStory,
  LedgerRow as CreditRow,
  AgendaRow as DueRow,
  AttemptRequest as SentRequest,
  SummaryReport,
  JobStory as WholeJob,
} from '../../emulator/control/inspect/shapes.ts';
import type { KeyReport } from '../../emulator/control/schemas/account-shapes.ts';
import type { ClockReport } from '../../emulator/control/schemas/clock.ts';
import type { JobReport } from '../../emulator/control/schemas/job.ts';
import type { ReadingReport, SwitchesReport } from '../../emulator/control/schemas/settings.ts';
import type { SnapshotReport, WorldReport } from '../../emulator/control/schemas/world-shapes.ts';
import type { ExchangeReport } from '../../emulator/domain/test-control/exchange.ts';
import type { Environment as EitherEnvironment } from '../../emulator/domain/vocabulary.ts';
import type {
  DeliveryReport,
  EndpointReport,
  EndpointWithSecret,
  ReceiverReport,
} from '../../emulator/webhooks/shapes.ts';

export type Environment = EitherEnvironment;
export type Clock = ClockReport;
export type Mode = Clock['mode'];
export type World = WorldReport;
export type Snapshot = SnapshotReport;
/** `changes`: in the stream, the number of changes so far. */
export type Summary = SummaryReport & { changes?: number };
export type AgendaRow = DueRow;
export type Job = JobReport;
export type JobStory = Omit<WholeJob, 'body' | 'outcome'> & { body: JobBody; outcome: Record<string, unknown> };
export type Picture = JobStory['pictures'][number];
export type Exchange = ExchangeReport;
export type Endpoint = EndpointReport & Partial<EndpointWithSecret>;
export type Delivery = DeliveryReport;
export type Attempt = Delivery['attempts'][number];
export type AttemptRequest = SentRequest;
export type Receiver = ReceiverReport;
export type Account = AccountStory;
export type Key = Account['keys'][number];
export type KeyTimes = KeyReport;
export type LedgerRow = CreditRow;
export type Reading = ReadingReport;
export type Switches = SwitchesReport;

export type JobBody = {
  expires_at: string | null;
  error: { code: string; message: string } | null;
  output: { type: string; concerns?: Concern[] } | null;
};
export type Concern = { concern: string; score: number | null; status: string; unavailable_reason: string | null };

export type Fixtures = { faces: { name: string; files: { href: string; media_type: string }[] }[] };
