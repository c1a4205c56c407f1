import { readdirSync, readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { fileURLToPath } from 'node:url';
import { plain } from '../../../shared/yaml/node.ts';
import { readYaml } from '../../../shared/yaml/read-yaml.ts';

const FOLDER = fileURLToPath(new URL('../../../scenarios/mutants/', import.meta.url));

/** The rows as written, by topic. The bundle replaces this file with the data (.config/bundle.mjs). */
export const WRITTEN_ROWS: Readonly<Record<string, readonly unknown[]>> = Object.fromEntries(
  readdirSync(FOLDER)
    .filter((file) => file.endsWith('.yaml'))
    .map((file) => [
      basename(file, '.yaml'),
      readYaml(file, readFileSync(`${FOLDER}${file}`, 'utf8')).nodes.flatMap(plain),
    ]),
);
