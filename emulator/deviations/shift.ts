import type { AnyJson } from './deviation.ts';

export function withOtherEnd(text: string): string {
  return `${text.slice(0, -1)}${text.endsWith('0') ? '1' : '0'}`;
}

const TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/;

export function replaceTimes(shown: AnyJson, change: (time: string) => string): AnyJson {
  if (typeof shown === 'string') return TIME.test(shown) ? change(shown) : shown;
  if (typeof shown !== 'object' || shown === null) return shown;
  if (Array.isArray(shown)) return shown.map((each) => replaceTimes(each, change));
  return Object.fromEntries(Object.entries(shown).map(([name, each]) => [name, replaceTimes(each, change)]));
}
