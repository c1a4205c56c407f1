import { type Schema, schemaLines } from './schema-lines.ts';

type Content = Record<string, { schema?: Schema }>;
type Parameter = { $ref?: string; name: string; in: string; required?: boolean; schema?: Schema };
type Header = { $ref?: string; required?: boolean; schema?: Schema };
type Answer = { $ref?: string; headers?: Record<string, Header>; content?: Content };
type Operation = {
  parameters?: Parameter[];
  requestBody?: { required?: boolean; content?: Content };
  responses?: Record<string, Answer>;
};

/** The part of OpenAPI that the documents of the project use. */
export type Document = {
  paths: Record<string, Record<string, Operation>>;
  components?: {
    schemas?: Record<string, Schema>;
    responses?: Record<string, Answer>;
    parameters?: Record<string, Parameter>;
    headers?: Record<string, Header>;
  };
};

const METHODS = ['get', 'post', 'put', 'patch', 'delete'];

/** Every call of a document, with its input and its answers. */
export function openapiLines({ paths, components = {} }: Document): string[] {
  const { schemas = {}, responses = {}, parameters = {}, headers = {} } = components;
  return [
    ...Object.entries(schemas).flatMap(([name, schema]) => schemaLines(schema, `<${name}>`)),
    ...Object.entries(responses).flatMap(([name, answer]) => answerLines(answer, `<${name}>`)),
    ...Object.entries(parameters).flatMap(([name, parameter]) => parameterLines(parameter, `<${name}>`)),
    ...Object.entries(headers).flatMap(([name, header]) => headerLines(header, `<${name}>`)),
    ...Object.entries(paths).flatMap(([path, operations]) =>
      METHODS.flatMap((method) => callLines(operations[method], `${method.toUpperCase()} ${path}`)),
    ),
  ];
}

function callLines(operation: Operation | undefined, call: string): string[] {
  if (operation === undefined) return [];
  const { parameters = [], requestBody, responses = {} } = operation;
  const body = `${call} body${requestBody?.required === true ? '' : '?'}`;
  return [
    call,
    ...parameters.flatMap((parameter) => parameterLines(parameter, call)),
    ...contentLines(requestBody?.content, body),
    ...Object.entries(responses).flatMap(([status, answer]) => answerLines(answer, `${call} ${status}`)),
  ];
}

function parameterLines({ $ref, name, in: place, required, schema }: Parameter, before: string): string[] {
  if ($ref !== undefined) return [`${before} takes <${$ref.split('/').at(-1)}>`];
  return schemaLines(schema ?? {}, `${before} ${place} ${name}${required === true ? '' : '?'}`);
}

function answerLines({ $ref, headers = {}, content }: Answer, path: string): string[] {
  if ($ref !== undefined) return [`${path}: <${$ref.split('/').at(-1)}>`];
  const headersOf = Object.entries(headers).flatMap(([name, header]) => headerLines(header, `${path} header ${name}`));
  return [path, ...headersOf, ...contentLines(content, path)];
}

function headerLines({ $ref, schema, required }: Header, path: string): string[] {
  if ($ref !== undefined) return [`${path}: <${$ref.split('/').at(-1)}>`];
  return schemaLines(schema ?? {}, `${path}${required === true ? '' : '?'}`);
}

function contentLines(content: Content = {}, path: string): string[] {
  return Object.entries(content).flatMap(([type, { schema }]) => schemaLines(schema ?? {}, `${path} ${type}`));
}
