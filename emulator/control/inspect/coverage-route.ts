import * as z from 'zod';
import type { CoverageReport } from '../../domain/test-control/coverage.ts';
import { parseInput } from '../../domain/values/bad-input.ts';
import { type ControlRoute, get } from '../route.ts';

const coverageSchema = z
  .strictObject({ worlds: z.enum(['all']).describe('of all worlds together, those that have ended too') })
  .partial();

export const COVERAGE_ROUTE: ControlRoute = get(
  '/coverage',
  'What the clients have met of the service, and what not',
  ({ world, worlds, query }): Promise<CoverageReport> => {
    const given = parseInput('The query', coverageSchema, query);
    return given.worlds === 'all' ? worlds.coverage() : world.coverage();
  },
  { query: coverageSchema },
);
