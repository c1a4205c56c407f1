export type { AccountControl, AccountControl as TenantControl } from './control/account-control.ts';
export type { AdvanceTarget, ClockControl } from './control/clock-control.ts';
export type { DeviationControl } from './control/deviation-control.ts';
export type { FaultControl } from './control/fault-control.ts';
export type { Recording, RecordOptions } from './control/files/file-control.ts';
export type { JobControl } from './control/job-control.ts';
export type { JournalControl } from './control/journal-control.ts';
export type { PlanControl } from './control/plan-control.ts';
export type { ChoicesInput, ReadingControl } from './control/reading-control.ts';
export type {
  AccountChangeInput,
  AccountChangeInput as TenantChangeInput,
  AccountInput,
  AccountInput as TenantInput,
  AddedKeyInput,
  CreditChangeInput,
  KeyChangeInput,
} from './control/schemas/account-input.ts';
export type {
  AccountReport,
  KeyReport,
  KeyWithSecret,
  MadeAccount,
  MadeAccount as TenantReport,
} from './control/schemas/account-shapes.ts';
export type { ClockReport } from './control/schemas/clock.ts';
export type { FilterInput } from './control/schemas/exchange-filter.ts';
export type { FaultInput, FaultReport } from './control/schemas/fault.ts';
export type { JobReport } from './control/schemas/job.ts';
export type { Explanation, VerifyInput, VerifyReport, WaitInput } from './control/schemas/journal.ts';
export type { PlanInput, PlanReport } from './control/schemas/plan.ts';
export type { DeviationReport, ReadingReport, SwitchesInput, SwitchesReport } from './control/schemas/settings.ts';
export type { NamedWorldInput } from './control/schemas/world-input.ts';
export type { SnapshotReport } from './control/schemas/world-shapes.ts';
export type { SnapshotControl } from './control/snapshot-control.ts';
export type { SwitchControl } from './control/switch-control.ts';
export type { WorldControl } from './control/world-control.ts';
export { createEmulator, type Emulator, type EmulatorOptions } from './create.ts';
export type { MemoryReport } from './domain/memory/memory.ts';
export type { SignedDelivery, Verification } from './domain/signature.ts';
export type { Finding } from './domain/test-control/audit.ts';
export { ControlRefusal } from './domain/test-control/control-refusal.ts';
export type { Behaviour, CoverageReport, CoverageState, CoveredBehaviour } from './domain/test-control/coverage.ts';
export type { ExchangeReport } from './domain/test-control/exchange.ts';
export { BadInput } from './domain/values/bad-input.ts';
export { AdvanceFailed, type AdvanceReport } from './runtime/advance-report.ts';
export type {
  Asset,
  CreditBalance,
  ErrorBody,
  HairTryOnApplied,
  Job,
  JobError,
  JobOutput,
  Page,
  ResultAsset,
  SkinConcernResult,
} from './service-types.ts';
export type { ReceivedDelivery, ReceiverOptions, WebhookReceiver } from './webhooks/receiver.ts';
export type {
  DeliveryReport,
  EndpointChangeInput,
  EndpointInput,
  EndpointReport,
  EndpointWithSecret,
  RotationInput,
} from './webhooks/shapes.ts';
export { verifySignature } from './webhooks/verify-signature.ts';
export type { WebhookControl } from './webhooks/webhook-control.ts';
export type { Reply } from './world/ports.ts';
