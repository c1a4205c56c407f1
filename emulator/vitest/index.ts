import './matchers.ts';

export { expect } from 'vitest';
export type { DeliveryFilter } from './delivered.ts';
export { type ClientAudit, type TestWorld, test } from './world-test.ts';
