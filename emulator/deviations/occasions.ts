import { utcDay } from '../domain/values/time.ts';
import type { Tools } from './deviation.ts';

/** When a deviation takes effect: an answer may be right at first and wrong later. */

/** Whether it is still the UTC day of the first request. */
export function isFirstDay({ world, memory }: Tools): boolean {
  const day = utcDay(world.state.now);
  if (memory.get('first day') === undefined) memory.set('first day', day);
  return memory.get('first day') === day;
}
