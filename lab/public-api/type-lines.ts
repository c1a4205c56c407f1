import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import {
  API,
  type Checker,
  ModifierFlags,
  type Program,
  type Signature,
  SignatureKind,
  SymbolFlags,
  type Type,
  TypeFlags,
  type Symbol as TypeSymbol,
} from 'typescript/unstable/sync';

/** The exports of each entry of the package: every member of every type that a user can name, pass or receive. */
export function typeLines(root: string): string[] {
  const api = new API();
  try {
    const config = resolve(root, '.config/tsconfig.types.json');
    const project = api.updateSnapshot({ openProject: config }).getProject(config);
    if (project === undefined) throw new Error(`${config} is no project`);
    const { checker, program } = project;
    const exported = entriesOf(root).flatMap(([entry, file]) =>
      exportsOf(program, checker, resolve(root, file)).map((symbol) => ({
        entry,
        symbol,
        target: (symbol.flags & SymbolFlags.Alias) === 0 ? symbol : checker.getAliasedSymbol(symbol),
      })),
    );
    const lines = describer(checker, root, new Set(exported.map(({ target }) => target.id)));
    return exported.flatMap(({ entry, symbol, target }) =>
      exportLines(checker, lines, target, `${entry} ${symbol.name}`),
    );
  } finally {
    api.close();
  }
}

function entriesOf(root: string): [entry: string, source: string][] {
  const { exports } = JSON.parse(readFileSync(resolve(root, 'package.json'), 'utf8')) as {
    exports: Record<string, string | { types: string }>;
  };
  return Object.entries(exports).flatMap(([entry, target]) =>
    typeof target === 'string'
      ? []
      : [[`tryon-kit${entry.slice(1)}`, target.types.replace('./dist/types/', '').replace('.d.ts', '.ts')]],
  );
}

function exportsOf(program: Program, checker: Checker, file: string): readonly TypeSymbol[] {
  const source = program.getSourceFile(file);
  const module = source === undefined ? undefined : checker.getSymbolAtLocation(source);
  if (module === undefined) throw new Error(`${file} exports nothing`);
  return checker.getExportsOfModule(module);
}

/** The path of a type, and the types that contain it, to stop recursion. */
type Place = { path: string; within: readonly number[] };

/** Containers. Their elements are described in place. */
const HOLDERS: Readonly<Record<string, string>> = {
  Promise: ' promised',
  Array: '[]',
  ReadonlyArray: '[]',
  Map: ' mapped',
  ReadonlyMap: ' mapped',
  Set: ' in it',
  ReadonlySet: ' in it',
};

const NOMINAL = SymbolFlags.Class | SymbolFlags.Interface;

/** Describes an export, down to types with a public name (`exported`) and types of other packages. */
function describer(checker: Checker, root: string, exported: ReadonlySet<number>) {
  /** Describes a type where it is used. A type with a public name is described only under that name. */
  function useLines(type: Type, at: Place): string[] {
    const [alias, symbol] = [type.getAliasSymbol(), type.getSymbol()];
    const isNamed = [alias, symbol].some((one) => one !== undefined && exported.has(one.id));
    const isElsewhere = symbol !== undefined && (symbol.flags & NOMINAL) !== 0 && isForeign(symbol, root);
    return isNamed || isElsewhere ? heldLines(type, at) : formLines(type, at);
  }

  function heldLines(type: Type, at: Place): string[] {
    const held = type.isTypeReference() ? checker.getTypeArguments(type) : [];
    const holder = HOLDERS[type.getSymbol()?.name ?? ''];
    if (checker.isTupleType(type)) return tupleLines(held, at);
    if (held.length === 0 || holder === undefined) return [`${at.path}: ${checker.typeToString(type)}`];
    return held.flatMap((one) => useLines(one, { ...at, path: `${at.path}${holder}` }));
  }

  function tupleLines(held: readonly Type[], at: Place): string[] {
    if (held.length === 0) return [`${at.path}: []`];
    return held.flatMap((one, index) => useLines(one, { ...at, path: `${at.path}[${index}]` }));
  }

  function formLines(type: Type, at: Place): string[] {
    if (at.within.includes(type.id)) return [`${at.path}: as around it`];
    if (!type.isUnionType()) return memberLines(type, at);
    return type.getTypes().flatMap((form) => useLines(form, { ...at, within: [...at.within, type.id] }));
  }

  function memberLines(type: Type, { path, within }: Place): string[] {
    if ((type.flags & (TypeFlags.Object | TypeFlags.Intersection)) === 0)
      return [`${path}: ${checker.typeToString(type)}`];
    const inside = { path, within: [...within, type.id] };
    if (checker.isTupleType(type) || checker.isArrayLikeType(type)) return heldLines(type, inside);
    const lines = [
      ...checker.getSignaturesOfType(type, SignatureKind.Call).flatMap((one) => callLines(one, inside)),
      ...checker
        .getSignaturesOfType(type, SignatureKind.Construct)
        .flatMap((one) => callLines(one, { ...inside, path: `${path} new` })),
      ...checker.getPropertiesOfType(type).flatMap((one) => propertyLines(one, '.', inside)),
      ...checker
        .getIndexInfosOfType(type)
        .flatMap(({ keyType, valueType }) =>
          useLines(valueType, { ...inside, path: `${path}[${checker.typeToString(keyType)}]` }),
        ),
    ];
    return lines.length === 0 ? [`${path}: {}`] : lines;
  }

  function propertyLines(member: TypeSymbol, before: string, at: Place, name = member.name): string[] {
    const isHidden = isForeign(member, root) || isPrivate(member) || /^(__@|prototype$)/.test(member.name);
    const type = checker.getTypeOfSymbol(member);
    if (isHidden || type === undefined) return [];
    const isOptional = (member.flags & SymbolFlags.Optional) !== 0;
    const path = `${at.path}${before}${name}${isOptional ? '?' : ''}`;
    const lines = useLines(type, { ...at, path });
    return isOptional ? lines.filter((line) => line !== `${path}: undefined`) : lines;
  }

  /** Parameters are identified by number, because callers do not see their names. */
  function callLines(signature: Signature, at: Place): string[] {
    const returned = checker.getReturnTypeOfSignature(signature);
    return [
      ...signature.getParameters().flatMap((one, index) => propertyLines(one, ' takes ', at, `${index + 1}`)),
      ...(returned === undefined ? [] : useLines(returned, { ...at, path: `${at.path}()` })),
    ];
  }

  return { memberLines, formLines };
}

function exportLines(
  checker: Checker,
  lines: ReturnType<typeof describer>,
  target: TypeSymbol,
  path: string,
): string[] {
  const at = { path, within: [] };
  const value = (target.flags & SymbolFlags.Value) === 0 ? undefined : checker.getTypeOfSymbol(target);
  const isType = (target.flags & SymbolFlags.Type) !== 0;
  return [
    ...(value === undefined ? [] : lines.memberLines(value, at)),
    ...(isType ? lines.formLines(checker.getDeclaredTypeOfSymbol(target), at) : []),
  ];
}

function isForeign({ declarations }: TypeSymbol, root: string): boolean {
  const isOurs = ({ path }: { path: string }) => path.startsWith(root) && !path.includes('/node_modules/');
  return declarations.length > 0 && !declarations.some(isOurs);
}

function isPrivate({ valueDeclaration }: TypeSymbol): boolean {
  const node = valueDeclaration?.resolve();
  return node !== undefined && 'modifierFlags' in node && (Number(node.modifierFlags) & ModifierFlags.Private) !== 0;
}
