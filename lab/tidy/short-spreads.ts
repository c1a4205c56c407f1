/** Spreads of lists that are short, although their names do not show it. */
export const SHORT_SPREADS: Readonly<Record<string, string>> = {
  // The values of arguments as written by a user.
  'shared/expression/evaluate.ts': 'scope.functions[name]?.(...values)',
  // The parameters in the path of a row, and one more.
  'emulator/control/route.ts': 'called(...ids, ...input)',
  // The arguments of a decision, which are written in code.
  'emulator/deviations/rows/decide.ts': 'before(...values)',
  // Their number is limited when they are parsed.
  'emulator/control/routes.ts': 'world.deviations.on(...parseDeviations(body))',
  'emulator/replay/play-exchange.ts': 'call(...given)',
  'shared/lazy-zod.ts': 'Reflect.apply(owner[name] as Make, owner, values.map(real))',
};
