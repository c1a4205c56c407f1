// Prepares the emitted declarations for users: writes out types that come from a schema, so that they do not need zod,
// and removes what users cannot reach from the entries. The existing bundlers of declarations (rolldown-plugin-dts,
// rollup-plugin-dts, API Extractor, dts-bundle-generator) do not write out `z.input<typeof schema>`, so it would still
// need zod, and those that support TypeScript 7 need a newer Node than 20, or TypeScript 6 in addition.
import { existsSync, readdirSync, readFileSync, rmdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { parseAst } from 'rolldown/parseAst';
import { API, SymbolFlags } from 'typescript/unstable/sync';

/** NodeBuilderFlags of the compiler. */
const [NO_TRUNCATION, MULTILINE_OBJECTS, IN_TYPE_ALIAS, SINGLE_QUOTES] = [1, 1024, 8388608, 268435456];
const WRITTEN_OUT = NO_TRUNCATION | MULTILINE_OBJECTS | IN_TYPE_ALIAS | SINGLE_QUOTES;
const TYPE_FROM_SCHEMA = /^export type (\w+) = z\.(?:input|output)<typeof \w+>;$/gm;
const INTERFACE_FROM_SCHEMA =
  /^((?:export )?interface (\w+)) extends z\.(?:input|output)<(?:typeof \w+|ReturnType<typeof \w+>)> \{\n\}$/gm;

/** The packages that are installed with this one, and the peers that users of an entry have installed. */
const { dependencies, peerDependencies } = JSON.parse(readFileSync('package.json', 'utf8'));
const USERS_HAVE = Object.keys({ ...dependencies, ...peerDependencies });

const IMPORT_IN_PLACE = /\bimport\(["']([^"']+)["']\)\.(\w+)/g;

/** `folder` contains the declarations of the sources in the current folder, at the same paths. */
export function makePlain(folder, entries) {
  writeOut(folder);
  const modules = new Map();
  const kept = reach(folder, entries, modules);
  for (const file of declarationsBelow(folder)) {
    const statements = kept.get(file);
    if (statements === undefined) rmSync(file);
    else writeFileSync(file, textOf(modules.get(file), statements));
  }
  removeEmptyFolders(folder);
}

/** Replaces types inferred from schemas with the resulting types. */
function writeOut(folder) {
  const api = new API();
  try {
    const config = resolve('tsconfig.json');
    const project = api.updateSnapshot({ openProject: config }).getProject(config);
    for (const file of declarationsBelow(folder)) {
      const source = resolve(file.slice(folder.length + 1).replace(/\.d\.ts$/, '.ts'));
      const text = readFileSync(file, 'utf8');
      const plain = text
        .replace(TYPE_FROM_SCHEMA, (_, name) => `export type ${name} = ${typeText(project, source, name)};`)
        .replace(
          INTERFACE_FROM_SCHEMA,
          (_, declared, name) => `${declared} {\n${membersText(project, source, name)}\n}`,
        );
      if (plain !== text) writeFileSync(file, plain);
    }
  } finally {
    api.close();
  }
}

function typeText({ checker, program }, source, name) {
  return checker.typeToString(typeNamed(checker, source, `type ${name}`), program.getSourceFile(source), WRITTEN_OUT);
}

/** An interface is used by its name, and its members keep their comments. */
function membersText({ checker, program }, source, name) {
  const place = program.getSourceFile(source);
  const members = checker.getPropertiesOfType(typeNamed(checker, source, `interface ${name}`)).map((member) => {
    const type = checker.typeToString(checker.getTypeOfSymbol(member), place, WRITTEN_OUT).replaceAll('\n', '\n    ');
    const about = member.getDocumentationComment(checker) || describedIn(member.declarations[0]?.resolve());
    const comment = about === '' ? '' : `    /** ${about} */\n`;
    const isOptional = (member.flags & SymbolFlags.Optional) !== 0;
    const said = isOptional ? `?: ${type.replace(/ \| undefined$/, '')}` : `: ${type}`;
    return `${comment}    ${member.name}${said};`;
  });
  return members.join('\n');
}

/** The description of a field in a schema: `name: z.string().describe('its name')`. */
function describedIn(declaration) {
  const text = declaration?.getText() ?? '';
  return /\.describe\(\s*(['"])(.*)\1,?\s*\)$/.exec(text)?.[2] ?? '';
}

function typeNamed(checker, source, declaration) {
  const position = readFileSync(source, 'utf8').search(new RegExp(`\\b${declaration}\\b`));
  const type = checker.getTypeAtPosition(source, position + declaration.indexOf(' ') + 1);
  if (type === undefined) throw new Error(`${source}: ${declaration} is not to be found`);
  return type;
}

/** The statements of each file that the entries refer to, directly or not. */
function reach(folder, entries, modules) {
  const kept = new Map();
  const waiting = entries.flatMap((entry) => {
    const file = join(folder, entry.replace(/\.ts$/, '.d.ts'));
    return moduleOf(file, modules).statements.map((statement) => ({ file, statement }));
  });
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const { file, statement } = next;
    if (!kept.has(file)) waiting.push(...addedBy(file, modules));
    const known = kept.get(file) ?? new Set();
    kept.set(file, known.add(statement));
    for (const found of spokenOf(file, statement, modules))
      if (!kept.get(found.file)?.has(found.statement)) waiting.push(found);
  }
  return kept;
}

/** The augmentations of other modules' types that take effect when a file is imported. */
function addedBy(file, modules) {
  const { statements, effects } = moduleOf(file, modules);
  const own = statements.filter(({ isAdded }) => isAdded).map((statement) => ({ file, statement }));
  return [...own, ...effects.flatMap((from) => addedBy(fileAt(file, from), modules))];
}

function spokenOf(file, { text, words, from, names }, modules) {
  const { statements, imports } = moduleOf(file, modules);
  const here = statements
    .filter(({ declares }) => declares.some((name) => words.has(name)))
    .map((statement) => ({ file, statement }));
  const imported = imports.filter(({ local }) => words.has(local));
  const inPlace = [...text.matchAll(IMPORT_IN_PLACE)].map(([, path, name]) => ({ from: path, name }));
  const wanted = [...imported, ...inPlace, ...names.map((name) => ({ from, name }))];
  return [...here, ...wanted.flatMap((one) => declarationOf(file, one, modules))];
}

function declarationOf(importer, { from, name }, modules) {
  if (!from.startsWith('.')) {
    if (from.startsWith('node:') || USERS_HAVE.includes(from)) return [];
    throw new Error(`${importer}: users would need ${from} for its types`);
  }
  const file = fileAt(importer, from);
  const found = moduleOf(file, modules).statements.filter(({ declares }) => declares.includes(name));
  if (found.length === 0) throw new Error(`${importer}: ${name} is not to be found in ${file}`);
  return found.map((statement) => ({ file, statement }));
}

function fileAt(importer, from) {
  return join(dirname(importer), from.replace(/\.ts$/, '.d.ts'));
}

function moduleOf(file, modules) {
  const module = modules.get(file) ?? readModule(readFileSync(file, 'utf8'));
  modules.set(file, module);
  return module;
}

function readModule(text) {
  const { body } = parseAst(text, { lang: 'dts' });
  const isImport = ({ type }) => type === 'ImportDeclaration';
  const imports = body
    .filter(isImport)
    .flatMap(({ source, specifiers }) =>
      specifiers.map(({ type, local, imported }) => ({
        from: source.value,
        local: local.name,
        name: imported?.name ?? NAMES_OF_WHOLES[type],
      })),
    );
  const effects = body
    .filter((node) => isImport(node) && node.specifiers.length === 0)
    .map(({ source }) => source.value);
  let end = body.filter(isImport).at(-1)?.end ?? 0;
  const statements = body
    .filter((node) => !isImport(node))
    .map((node) => {
      // Includes the comment before the statement.
      const statement = { ...readStatement(node), text: text.slice(end, node.end).trim(), words: new Set() };
      end = node.end;
      if (statement.from === null) statement.words = wordsOf(text.slice(node.start, node.end));
      return statement;
    });
  return { imports, effects, statements };
}

const NAMES_OF_WHOLES = { ImportDefaultSpecifier: 'default', ImportNamespaceSpecifier: '*' };

function readStatement({ type, declaration, source, specifiers = [], id, declarations = [] }) {
  const declared = declaration ?? { id, declarations };
  const ids = [declared.id, ...(declared.declarations ?? []).map((one) => one.id)];
  return {
    declares: [...ids.map((one) => one?.name), ...specifiers.map(({ exported }) => exported.name)].filter(Boolean),
    // `declare module 'vitest' { … }`
    isAdded: type === 'TSModuleDeclaration' && id.type === 'Literal',
    from: source?.value ?? null,
    names: source ? specifiers.map(({ local }) => local.name) : [],
  };
}

/** Includes more than names: a word in a comment keeps an unneeded statement, which is harmless. */
function wordsOf(text) {
  return new Set(text.match(/[A-Za-z_$][\w$]*/g));
}

/** Paths end in .js, which compilers of any version understand. */
function textOf({ imports, effects, statements }, kept) {
  const left = statements.filter((statement) => kept.has(statement));
  const used = imports.filter(({ local }) => left.some(({ words }) => words.has(local)));
  const forEffect = effects.map((from) => `import '${from}';`);
  const lines = [...forEffect, ...used.map(importLine), ...left.map(({ text }) => text)];
  return `${lines.join('\n').replace(/((?: from |import\(|^import )["']\.[^"']*)\.ts(["'])/gm, '$1.js$2')}\n`;
}

function importLine({ from, local, name }) {
  if (name === '*') return `import * as ${local} from '${from}';`;
  return `import { ${name === local ? name : `${name} as ${local}`} } from '${from}';`;
}

function declarationsBelow(folder) {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.d.ts'))
    .map((name) => join(folder, name));
}

function removeEmptyFolders(folder) {
  for (const entry of readdirSync(folder, { withFileTypes: true }))
    if (entry.isDirectory()) removeEmptyFolders(join(folder, entry.name));
  if (existsSync(folder) && readdirSync(folder).length === 0) rmdirSync(folder);
}
