import type { ErrorObject, ValidateFunction } from 'ajv/dist/2020.js';
import { plain } from '../../../shared/yaml/node.ts';
import { BadSource } from '../yaml/problem.ts';
import { documentsOf, type SourceFile } from '../yaml/source-file.ts';
import { type Mismatch, shortened, valueText } from './finding.ts';
import { finds } from './search.ts';

export type Shapes = {
  names(): string[];
  has(name: string): boolean;
  /** Loads the validator, which is slow, if any shape is used. Await it once before checking anything. */
  prepare(): Promise<void>;
  check(name: string, value: unknown): Mismatch[];
};

/**
 * The JSON Schemas of schemas/, each by the name of its file. They refer to one another by file name, such as
 * `job.yaml`. A schema is compiled when it is first needed.
 */
export function loadShapes(files: readonly SourceFile[]): Shapes {
  refuseDuplicates(files);
  const schemas = new Map(
    files.map((source) => [nameOf(source.file), { schema: readSchema(source), isPacked: source.read !== undefined }]),
  );
  const compiled = new Map<string, ValidateFunction>();
  let areWanted = false;
  let compile: ((name: string) => ValidateFunction) | null = null;
  return {
    names: () => [...schemas.keys()],
    has: (name) => {
      areWanted = true;
      return schemas.has(name);
    },
    prepare: async () => {
      if (areWanted) compile ??= await compiler(schemas);
    },
    check: (name, value) => {
      if (compile === null) throw new Error('shapes are checked only after prepare() is done');
      const validate = compiled.get(name) ?? compile(name);
      compiled.set(name, validate);
      return validate(value) ? [] : mismatchesOf(validate.errors ?? []);
    },
  };
}

function nameOf(file: string): string {
  return file.replace(/^.*[\\/]/, '').replace(/\.ya?ml$/, '');
}

/** The name of a shape is its file name, whatever the folder. */
function refuseDuplicates(files: readonly SourceFile[]): void {
  const first = new Map<string, string>();
  for (const { file } of files) {
    const name = nameOf(file);
    const before = first.get(name);
    const place = { file, line: 1, column: 1 };
    if (before !== undefined)
      throw new BadSource([{ place, message: `there is a shape ${name} already, at ${before}; take another name` }]);
    first.set(name, file);
  }
}

function readSchema(source: SourceFile): object {
  const [node, ...more] = documentsOf(source);
  if (node?.kind === 'map' && more.length === 0) return plain(node) as object;
  const place = node?.place ?? { file: source.file, line: 1, column: 1 };
  throw new BadSource([{ place, message: 'a shape must be one JSON Schema, written as a map' }]);
}

type Schema = { schema: object; isPacked: boolean };

async function compiler(schemas: ReadonlyMap<string, Schema>): Promise<(name: string) => ValidateFunction> {
  const { Ajv2020 } = await import('ajv/dist/2020.js');
  const regExp = Object.assign(searcher, { code: '' });
  const ajv = new Ajv2020({ allErrors: true, verbose: true, strictTypes: false, code: { regExp } });
  // The shapes of the package are validated by tests: compiling the metaschema takes longer than compiling the shapes.
  for (const [name, { schema, isPacked }] of schemas) ajv.addSchema(schema, `${name}.yaml`, false, !isPacked);
  return (name) => {
    const validate = ajv.getSchema(`${name}.yaml`);
    if (validate === undefined) throw new Error(`there is no shape ${name}`);
    return validate;
  };
}

/** What the validator uses for `pattern`. It knows the patterns by their texts. */
function searcher(pattern: string, flags: string) {
  const expression = new RegExp(pattern, flags);
  return { test: (text: string) => finds(expression, text), toString: () => String(expression) };
}

/** Keywords that fail only because their subschemas fail. Their own messages add nothing. */
const JOINING = new Set(['if', 'anyOf', 'oneOf', 'allOf', 'not']);

function mismatchesOf(errors: readonly ErrorObject[]): Mismatch[] {
  const telling = errors.filter((error) => !JOINING.has(error.keyword) && !isOtherChoice(error, errors));
  return (telling.length > 0 ? telling : errors).map(mismatchOf);
}

/**
 * Returns whether the error only says that a nullable value is not null, while another error explains what is wrong
 * with it.
 */
function isOtherChoice({ schemaPath, params, instancePath }: ErrorObject, errors: readonly ErrorObject[]): boolean {
  const isNullChoice = params['type'] === 'null' && schemaPath.includes('/anyOf/');
  return (
    isNullChoice &&
    errors.some(
      (other) =>
        !JOINING.has(other.keyword) && other.instancePath.startsWith(instancePath) && other.schemaPath !== schemaPath,
    )
  );
}

function mismatchOf(error: ErrorObject): Mismatch {
  const { instancePath, keyword, params, data } = error;
  if (keyword !== 'required') return { pointer: instancePath, expected: expectedBy(error), seen: shortened(data) };
  const name = String(params['missingProperty']);
  return { pointer: `${instancePath}/${name}`, expected: `${name}, which is required`, seen: undefined };
}

function expectedBy({ keyword, params, parentSchema, message }: ErrorObject): string {
  const description = parentSchema?.['description'];
  if (keyword === 'pattern' && typeof description === 'string') return description;
  if (keyword === 'type') return `of type ${[params['type']].flat().join(' or ')}`;
  if (keyword === 'enum') return `one of ${(params['allowedValues'] as unknown[]).map(valueText).join(', ')}`;
  if (keyword === 'const') return valueText(params['allowedValue']);
  return message ?? keyword;
}
