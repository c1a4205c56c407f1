import * as z from 'zod';
import { count, instant, text, typed } from '../../domain/values/shapes.ts';
import { type ClockReport, clockShape } from './clock.ts';

export const capabilitiesShape = () =>
  z
    .strictObject({
      drivers: z.array(text()).describe('the parts of the driver contract'),
      clock: z
        .strictObject({ per_tenant: z.boolean().describe('whether an account may have a clock of its own') })
        .describe('what its clock can do'),
    })
    .meta({ title: 'Capabilities' });

const firstKey = (environment: string) =>
  text().nullable().describe(`its first ${environment} key; null if it has none`);

export const worldShape = () =>
  z
    .strictObject({
      name: text().describe('its name'),
      keys: z.strictObject({ live: firstKey('live'), test: firstKey('test') }).describe('keys of this world'),
      clock: typed<ClockReport>(clockShape()).describe('its clock'),
    })
    .meta({ title: 'WorldReport' });

export const snapshotShape = () =>
  z
    .strictObject({
      name: text().describe('its name'),
      at: instant().describe('the time of the saved world'),
      jobs: count().describe('number of jobs'),
      assets: count().describe('number of assets'),
    })
    .meta({ title: 'SnapshotReport' });

export const loadShape = () =>
  snapshotShape()
    .extend({ journal: z.literal('kept').describe('the journal is not restored') })
    .meta({ title: 'LoadReport' });

export const idShape = () => z.strictObject({ id: text().describe('its id') }).meta({ title: 'Made' });

export interface WorldReport extends z.output<ReturnType<typeof worldShape>> {}
export interface SnapshotReport extends z.output<ReturnType<typeof snapshotShape>> {}
export interface LoadReport extends z.output<ReturnType<typeof loadShape>> {}
