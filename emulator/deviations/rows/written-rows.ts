import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { parse } from 'yaml';

/** The files of `scenarios/mutants/`, in the order of the specification. */
const TOPICS = [
  'assets',
  'uploads',
  'asset-life',
  'results',
  'content',
  'jobs',
  'states',
  'submits',
  'skin',
  'tryons',
  'idempotency',
  'cancels',
  'late-cancels',
  'deletions',
  'credits',
  'charges',
  'counts',
  'auth',
  'isolation',
  'strangers',
  'lists',
  'list-parameters',
  'cursors',
  'errors',
  'events',
  'later-events',
  'deliveries',
  'signatures',
  'later-deliveries',
  'otherwise',
] as const;

/** The rows as they are written. The bundle has them as data in the place of this file (.config/bundle.mjs). */
export const WRITTEN_ROWS: Readonly<Record<string, unknown>> = Object.fromEntries(
  TOPICS.map((topic) => {
    const file = fileURLToPath(new URL(`../../../scenarios/mutants/${topic}.yaml`, import.meta.url));
    return [topic, existsSync(file) ? parse(readFileSync(file, 'utf8')) : []];
  }),
);
