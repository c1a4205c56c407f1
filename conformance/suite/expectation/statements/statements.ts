import type { Table } from '../operators/operator.ts';
import { ELEMENTS } from './elements.ts';
import { MESSAGES } from './statements-http.ts';
import { SERIES } from './statements-lists.ts';
import { LOGIC } from './statements-logic.ts';

/** Every key of an expectation that is no path, but says something of the subject as a whole. */
export const STATEMENTS: Table = { ...LOGIC, ...ELEMENTS, ...SERIES, ...MESSAGES };
