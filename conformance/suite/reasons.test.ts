import { expect, it } from 'vitest';
import { reasonOfLack } from './reasons.ts';

it.each([
  [['driver.jobs', 'driver', 'driver.webhooks'], 'needs-receiver'],
  [['driver.clock', 'driver'], 'needs-clock'],
  [['feature.lists', 'feature', 'driver.tenants', 'driver'], 'needs-tenant'],
  [['tenant.id', 'tenant'], 'needs-tenant'],
  [['row.job', 'row', 'driver.jobs', 'driver'], 'needs-driver'],
  [['key.second', 'key'], 'needs-key'],
  [['feature.job', 'feature'], 'feature-off'],
  [['budget.wall', 'budget'], 'budget'],
  [['arm.name', 'arm'], 'needs-clock'],
  [['key', 'row.lacking', 'row'], 'condition'],
  [[], 'condition'],
])('a condition that needs %j is not met because of %s', (asked, reason) => {
  expect(reasonOfLack(asked)).toBe(reason);
});
