import type { Settings } from '../world/world.ts';

type Places = Pick<Settings, 'readings' | 'stages'>;

/** The places of choices, with a count of their reads; a dot in a name leads to a group. */
export function watched({ readings, stages }: Places, names: readonly string[], note: (name: string) => void): Places {
  const copy = { readings: { ...readings }, stages: { ...stages } };
  const groups = new Map<string, object>([['stages', copy.stages]]);
  for (const name of names) {
    const [first = '', second] = name.split('.');
    if (second === undefined) putCounted(copy.readings, first, valueAt(copy.readings, first), () => note(name));
    else {
      const group = groups.get(first) ?? { ...asObject(valueAt(copy.readings, first)) };
      if (!groups.has(first)) Object.assign(copy.readings, { [first]: group });
      groups.set(first, group);
      putCounted(group, second, valueAt(group, second), () => note(name));
    }
  }
  return copy;
}

/** Adds a value that counts its reads, since its effects cannot be compared. */
export function putCounted(values: object, name: string, value: unknown, note: () => void): void {
  const get = () => {
    note();
    return value;
  };
  Object.defineProperty(values, name, { get, enumerable: true });
}

function valueAt(values: object, name: string): unknown {
  return Object.getOwnPropertyDescriptor(values, name)?.value;
}

function asObject(value: unknown): object {
  return typeof value === 'object' && value !== null ? value : {};
}
