import { ELEMENTS } from '../statements/elements.ts';
import type { Table } from './operator.ts';
import { LISTS } from './operators-lists.ts';
import { NUMBERS } from './operators-numbers.ts';
import { PLAIN } from './operators-plain.ts';
import { TEXTS } from './operators-text.ts';

/**
 * All operators that are allowed below a path. The reference and the JSON Schema are generated from this table, too.
 */
export const OPERATORS: Table = { ...PLAIN, ...NUMBERS, ...TEXTS, ...LISTS, ...ELEMENTS };
