/** Spreads into calls of what is short, though its name does not say so. */
export const SHORT_SPREADS: Readonly<Record<string, string>> = {
  // The values of arguments as written by a user.
  'shared/expression/evaluate.ts': 'scope.functions[name]?.(...values)',
  // As many as the path of a row has parameters, and one more.
  'emulator/control/route.ts': 'called(...path, ...input)',
  // The arguments of a decision, which have names.
  'emulator/deviations/rows/decide.ts': 'before(...values)',
  // Their number is limited where they are read.
  'emulator/control/routes.ts': 'world.deviations.on(...parseDeviations(body))',
  'emulator/replay/play-exchange.ts': 'call(...given)',
  'shared/lazy-zod.ts': 'Reflect.apply(owner[name] as Make, owner, values.map(real))',
};
