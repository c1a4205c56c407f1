import type { Group } from './read-facts.ts';
import { OF_JOBS } from './table/jobs.ts';
import { OF_REQUESTS } from './table/requests.ts';
import { OF_THE_SERVICE } from './table/service.ts';

/**
 * All that is read of a service, by the exchanges that show it. A new fact is a row of one of the tables: its name, and how it
 * is read from what its scene gives. Only what the specification leaves open belongs here.
 */
export const FACTS: readonly Group[] = [...OF_REQUESTS, ...OF_JOBS, ...OF_THE_SERVICE];
