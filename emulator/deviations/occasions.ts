import { utcDay } from '../domain/values/time.ts';
import type { Tools } from './deviation.ts';

/** When a deviation shows: what is right at first may be wrong later. */

/** Whether it is still the UTC day on which this was asked first. */
export function isFirstDay({ world, memory }: Tools): boolean {
  const day = utcDay(world.state.now);
  if (memory.get('first day') === undefined) memory.set('first day', day);
  return memory.get('first day') === day;
}
