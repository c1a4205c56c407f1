import { dirname, relative, resolve } from 'node:path';
import { slashedPath } from '../suite/yaml/slashed-path.ts';

/** The line by which an editor finds the schema of a file: editors look from the file, and packages lie where one stands. */
export function schemaComment(file: string, kind: string): string {
  const up = slashedPath(relative(resolve(dirname(file)), resolve('.'))) || '.';
  return `# yaml-language-server: $schema=${up}/node_modules/tryon-kit/scenarios/schema/${kind}.schema.json\n`;
}
