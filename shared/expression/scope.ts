/** What an expression may use: names with their values, and pure functions. */
export type Scope = {
  readonly names: Readonly<Record<string, unknown>>;
  readonly functions: Readonly<Record<string, (...args: unknown[]) => unknown>>;
};

/** The names that exist at a place, before anything runs. `true` stands for anything below. */
export type KnownNames = { readonly [name: string]: true | KnownNames };

/** How many arguments each function takes, least and most. */
export type KnownFunctions = Readonly<Record<string, readonly [least: number, most: number]>>;

export type Known = { names: KnownNames; functions: KnownFunctions };

/** A value that an expression needs is missing, so what depends on it is untested. */
export class MissingValue extends Error {
  readonly expression: string;

  constructor(expression: string) {
    super(`there is no value for \${${expression}}`);
    this.name = 'MissingValue';
    this.expression = expression;
  }
}
