import type * as inspect from '../../emulator/control/inspect/shapes.ts';
import type { KeyReport } from '../../emulator/control/schemas/account-shapes.ts';
import type { ClockReport } from '../../emulator/control/schemas/clock.ts';
import type { JobReport } from '../../emulator/control/schemas/job.ts';
import type { ReadingReport, SwitchesReport } from '../../emulator/control/schemas/settings.ts';
import type { SnapshotReport, WorldReport } from '../../emulator/control/schemas/world-shapes.ts';
import type { ExchangeReport } from '../../emulator/domain/test-control/exchange.ts';
import type * as vocabulary from '../../emulator/domain/vocabulary.ts';
import type * as webhooks from '../../emulator/webhooks/shapes.ts';

export type Environment = vocabulary.Environment;
export type Clock = ClockReport;
export type Mode = Clock['mode'];
export type World = WorldReport;
export type Snapshot = SnapshotReport;
/** `changes`: in the stream, the number of changes so far. */
export type Summary = inspect.SummaryReport & { changes?: number };
export type AgendaRow = inspect.AgendaRow;
export type Job = JobReport;
export type JobStory = Omit<inspect.JobStory, 'body' | 'outcome'> & { body: JobBody; outcome: Record<string, unknown> };
export type Picture = JobStory['pictures'][number];
export type Exchange = ExchangeReport;
export type Endpoint = webhooks.EndpointReport & Partial<webhooks.EndpointWithSecret>;
export type Delivery = webhooks.DeliveryReport;
export type Attempt = Delivery['attempts'][number];
export type AttemptRequest = inspect.AttemptRequest;
export type Receiver = webhooks.ReceiverReport;
export type Account = inspect.AccountStory;
export type Key = Account['keys'][number];
export type KeyTimes = KeyReport;
export type LedgerRow = inspect.LedgerRow;
export type Reading = ReadingReport;
export type Switches = SwitchesReport;

export type JobBody = {
  expires_at: string | null;
  error: { code: string; message: string } | null;
  output: { type: string; concerns?: Concern[] } | null;
};
export type Concern = { concern: string; score: number | null; status: string; unavailable_reason: string | null };

export type Fixtures = { faces: { name: string; files: { href: string; media_type: string }[] }[] };
