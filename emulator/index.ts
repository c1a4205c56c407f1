export type { AdvanceTarget, ClockControl, ClockReport } from './control/clock-control.ts';
export type { DeviationControl, DeviationReport } from './control/deviation-control.ts';
export type { FaultControl, FaultInput, FaultReport } from './control/fault-control.ts';
export type { Recording, RecordOptions } from './control/files/recording.ts';
export type { JobControl, JobReport } from './control/job-control.ts';
export type { JournalControl, VerifyInput, WaitInput } from './control/journal-control.ts';
export type { KeyReport, KeyWithSecret } from './control/key-control.ts';
export type { PlanControl, PlanInput } from './control/plan-control.ts';
export type { ChoicesInput, ReadingControl, ReadingReport } from './control/reading-control.ts';
export type { ExchangeReport, Explanation, PlanReport, VerifyReport } from './control/reports.ts';
export type { FilterInput } from './control/schemas/exchange-filter.ts';
export type {
  AddedKeyInput,
  CreditChangeInput,
  KeyChangeInput,
  TenantChangeInput,
  TenantInput,
} from './control/schemas/tenant-input.ts';
export type { NamedWorldInput } from './control/schemas/world-input.ts';
export type { SnapshotControl, SnapshotReport } from './control/snapshot-control.ts';
export type { SwitchControl, SwitchesInput, SwitchesReport } from './control/switch-control.ts';
export type { AccountReport, TenantControl, TenantReport } from './control/tenant-control.ts';
export type { WorldControl } from './control/world-control.ts';
export { createEmulator, type Emulator, type EmulatorOptions } from './create.ts';
export type { MemoryReport } from './domain/memory/memory.ts';
export type { SignedDelivery, Verification } from './domain/signature.ts';
export type { Finding } from './domain/test-control/audit.ts';
export { ControlRefusal } from './domain/test-control/control-refusal.ts';
export type { Behaviour, CoverageReport, CoverageState, CoveredBehaviour } from './domain/test-control/coverage.ts';
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
export type {
  EndpointChangeInput,
  EndpointInput,
  RotationInput,
} from './webhooks/endpoint-input.ts';
export type { ReceivedDelivery, ReceiverOptions, WebhookReceiver } from './webhooks/receiver.ts';
export type { DeliveryReport, EndpointReport, EndpointWithSecret } from './webhooks/reports.ts';
export { verifySignature } from './webhooks/verify-signature.ts';
export type { WebhookControl } from './webhooks/webhook-control.ts';
export type { Reply } from './world/ports.ts';
