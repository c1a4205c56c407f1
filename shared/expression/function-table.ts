import { isMap } from '../is-map.ts';

/**
 * The signature of a function, for readers: `list|text, number, number?`. An argument with `?` is optional, one with
 * `...` can be repeated. For any other arguments, the function returns undefined. The documentation is a sentence and
 * an example.
 */
export type FunctionTable = Readonly<
  Record<string, readonly [takes: string, gives: string, example: string, call: (...args: never[]) => unknown]>
>;

/** The function, made safe for any arguments. */
export function totalFunction([takes, , , call]: FunctionTable[string]): (...args: unknown[]) => unknown {
  return guarded(parametersOf(takes), call);
}

export function arityIn(takes: string): readonly [least: number, most: number] {
  return arityOf(parametersOf(takes));
}

type Parameter = { isKind(value: unknown): boolean; isOptional: boolean; isRest: boolean };

function parametersOf(takes: string): Parameter[] {
  if (takes === '') return [];
  return takes.split(', ').map((written) => {
    const kinds = written.replace(/\?$|\.\.\.$/, '').split('|');
    return {
      isKind: (value) => kinds.some((kind) => KINDS[kind]?.(value)),
      isOptional: written.endsWith('?'),
      isRest: written.endsWith('...'),
    };
  });
}

const KINDS: Readonly<Record<string, (value: unknown) => boolean>> = {
  any: (value) => value !== undefined,
  missing: (value) => value === undefined,
  list: Array.isArray,
  map: isMap,
  text: (value) => typeof value === 'string',
  number: (value) => typeof value === 'number',
};

function arityOf(parameters: readonly Parameter[]): readonly [least: number, most: number] {
  const least = parameters.filter(({ isOptional }) => !isOptional).length;
  return [least, parameters.some(({ isRest }) => isRest) ? Number.POSITIVE_INFINITY : parameters.length];
}

function guarded(
  parameters: readonly Parameter[],
  call: (...args: never[]) => unknown,
): (...args: unknown[]) => unknown {
  const [least, most] = arityOf(parameters);
  return (...args) => {
    const last = parameters.length - 1;
    const isTaken = args.every((arg, index) => parameters[Math.min(index, last)]?.isKind(arg));
    if (!isTaken || args.length < least || args.length > most) return undefined;
    const value = call(...(args as never[]));
    return typeof value === 'number' && !Number.isFinite(value) ? undefined : value;
  };
}
