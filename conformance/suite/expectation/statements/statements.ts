import type { Table } from '../operators/operator.ts';
import { ELEMENTS } from './elements.ts';
import { MESSAGES } from './statements-http.ts';
import { SERIES } from './statements-lists.ts';
import { LOGIC } from './statements-logic.ts';

/** All keys of an expectation that are statements on the whole subject, not paths. */
export const STATEMENTS: Table = { ...LOGIC, ...ELEMENTS, ...SERIES, ...MESSAGES };
