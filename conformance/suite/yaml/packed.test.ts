import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { type Packed, pack, unpack } from './packed.ts';
import { documentsOf } from './source-file.ts';

const SCENARIOS = fileURLToPath(new URL('../../../scenarios', import.meta.url));
const FILES = readdirSync(SCENARIOS, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.yaml'));

describe('A packed file', () => {
  it.each(FILES)('%s is unchanged after unpacking, including its places', (name) => {
    const nodes = documentsOf({ file: name, text: readFileSync(`${SCENARIOS}/${name}`, 'utf8') });
    const sent = JSON.parse(JSON.stringify(nodes.map(pack))) as Packed[];
    expect(sent.map((packed) => unpack(packed, name))).toEqual(nodes);
  });

  it('keeps every kind of scalar, and the source of an unquoted one', () => {
    const text = 'a: 1e3\nb: "1e3"\nc: ~\nd: true\ne: [x, {f: 0x10}]\ng: |\n  two\n  lines\n';
    const nodes = documentsOf({ file: 'it.yaml', text });
    expect(nodes.map((node) => unpack(JSON.parse(JSON.stringify(pack(node))), 'it.yaml'))).toEqual(nodes);
  });
});
