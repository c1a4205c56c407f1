/** What an expression can use: names with their values, and pure functions. */
export type Scope = {
  readonly names: Readonly<Record<string, unknown>>;
  readonly functions: Readonly<Record<string, (...args: unknown[]) => unknown>>;
};

/** The names that exist at a place, known before anything runs. `true` allows any members. */
export type KnownNames = { readonly [name: string]: true | KnownNames };

/** The minimum and maximum number of arguments of each function. */
export type KnownFunctions = Readonly<Record<string, readonly [least: number, most: number]>>;

export type Known = { names: KnownNames; functions: KnownFunctions };

/** A value that an expression needs is missing, so what depends on it cannot be tested. */
export class MissingValue extends Error {
  readonly expression: string;

  constructor(expression: string) {
    super(`there is no value for \${${expression}}`);
    this.name = 'MissingValue';
    this.expression = expression;
  }
}
