export type {
  AdvanceReport,
  AdvanceTarget,
  ClockControl,
} from './control/clock-control.ts';
export type {
  AdjustmentInput,
  CreditControl,
} from './control/credit-control.ts';
export type { PlanControl, PlanInput } from './control/plan-control.ts';
export {
  createEmulator,
  type Emulator,
  type EmulatorOptions,
} from './create.ts';
export { BadInput } from './domain/bad-input.ts';
