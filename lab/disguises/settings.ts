import type { DriverIdStyle, IdStyle } from './ids/spellings.ts';

/** How a server that is lawfully different from the emulator writes its answers. */
export type Settings = {
  /** The styles of the ids of assets, jobs and events, in this order; the last one also applies to the rest. */
  ids: readonly IdStyle[];
  driverIds: DriverIdStyle;
  order: 'unchanged' | 'reversed' | 'sorted' | 'shuffled' | 'changing';
  spacing: 'none' | 'indented' | 'tabs' | 'around';
  escapes: 'none' | 'letters' | 'slashes' | 'all';
  numbers: 'plain' | 'point' | 'exponent' | 'fraction';
  members: 'none' | 'some' | 'odd' | 'large';
  times: 'unchanged' | 'six' | 'nine' | 'fewest' | 'offset' | 'by_field';
  secrets: 'unchanged' | 'marks' | 'long';
  keys: 'each' | 'shared';
  webhookSecrets: 'unchanged' | 'marks';
  framing: 'length' | 'chunked' | 'extensions' | 'trailers' | 'until_close';
  coding: 'none' | 'gzip' | 'gzip_unasked';
  version: '1.1' | '1.0';
  connection: 'keep' | 'close';
  interim: 'none' | '102' | '103';
  pieces: 'whole' | 'small';
  headerCase: 'unchanged' | 'upper' | 'lower';
  headerSpacing: 'one' | 'none' | 'many';
  headerOrder: 'unchanged' | 'reversed';
  headers: 'none' | 'more';
  reason: 'usual' | 'none' | 'other';
  date: 'present' | 'absent';
  etags: 'unchanged' | 'weak' | 'marks' | 'long';
  location: 'unchanged' | 'absolute' | 'relative' | 'encoded';
  retryAfter: 'unchanged' | '2' | '7' | 'zeros';
  messages: 'unchanged' | 'foreign';
  details: 'unchanged' | 'absent' | 'other';
  docUrl: 'unchanged' | 'present' | 'null';
  retryable: 'unchanged' | 'absent' | 'null';
  requestIds: 'unchanged' | 'uuid' | 'marks' | 'long';
  defaults: 'present' | 'absent';
  sides: 'present' | 'null' | 'absent';
  driverPace: 'fast' | 'slow';
  driverAnswers: 'unchanged' | 'least' | 'without_declined';
  driverStatus: 'unchanged' | 'empty' | 'accepted' | 'not_implemented';
  capabilities: 'unchanged' | 'other_order';
  webhookHead: 'unchanged' | 'lower' | 'chunked';
};

export const PLAIN: Settings = {
  ids: ['unchanged'],
  driverIds: 'unchanged',
  order: 'unchanged',
  spacing: 'none',
  escapes: 'none',
  numbers: 'plain',
  members: 'none',
  times: 'unchanged',
  secrets: 'unchanged',
  keys: 'each',
  webhookSecrets: 'unchanged',
  framing: 'length',
  coding: 'none',
  version: '1.1',
  connection: 'keep',
  interim: 'none',
  pieces: 'whole',
  headerCase: 'unchanged',
  headerSpacing: 'one',
  headerOrder: 'unchanged',
  headers: 'none',
  reason: 'usual',
  date: 'present',
  etags: 'unchanged',
  location: 'unchanged',
  retryAfter: 'unchanged',
  messages: 'unchanged',
  details: 'unchanged',
  docUrl: 'unchanged',
  retryable: 'unchanged',
  requestIds: 'unchanged',
  defaults: 'present',
  sides: 'present',
  driverPace: 'fast',
  driverAnswers: 'unchanged',
  driverStatus: 'unchanged',
  capabilities: 'unchanged',
  webhookHead: 'unchanged',
};
