import { ERROR_TABLE, type FieldProblem } from '../../domain/errors.ts';
import { mintId } from '../../domain/values/ids.ts';
import type { Means, RequestContext } from '../deviation.ts';
import {
  type AnswerEdit,
  type AnyJson,
  body,
  codeOf,
  header,
  instead,
  jsonOf,
  on,
  SUBMITS,
  when,
  where,
} from '../edits.ts';
import { jobs } from '../views.ts';

/** What a refusal contains; its status and code are decided where the request is refused. */
export const ERROR_CHOICES: Readonly<Record<string, Means>> = {
  // Spec 4.1: a 400 names the parameter; where is open (reading 62).
  error_message_names_field: () =>
    refusals((error) => {
      if (fieldsOf(error).length === 0) return;
      error.message = ERROR_TABLE[error.code === 'INVALID_CURSOR' ? 'invalid_cursor' : 'invalid_request'].message;
    }),
  // Spec 2.2, 2.4: a message is for people, so one text for all refusals is enough.
  message_language: (language) => {
    const { request, job: failed } = WORDS[language as keyof typeof WORDS];
    return {
      ...refusals((error, { world }) => {
        const isNamed = world.settings.readings.error_message_names_field === 'present' && fieldsOf(error).length > 0;
        const names = fieldsOf(error).map(({ path }) => path);
        error.message = isNamed ? `${request}: ${names.join(', ')}` : request;
      }),
      ...jobs(({ error }, { outcome }) => {
        const planned = outcome.status === 'failed' ? outcome.message : null;
        if (error !== null && error.message !== planned) error.message = failed;
      }),
    };
  },
  error_details: (form) =>
    refusals((error) => {
      const details = DETAILS[form as keyof typeof DETAILS](fieldsOf(error));
      if (details === null) delete error.details;
      else error.details = details;
    }),
  error_doc_url: (form) =>
    refusals((error) => {
      error.doc_url = form === 'address' ? 'https://docs.invalid/errors' : null;
    }),
  error_retryable: (form) =>
    refusals((error) => {
      if (form === 'absent') delete error.retryable;
      else error.retryable = null;
    }),
  request_id_header: () => ({
    answer: (answer, context) => header('X-Request-Id', requestIdOf(answer, context))(answer, context),
  }),
  unknown_path_body: (form) => ({
    answer: where(
      ({ world }, answer) => answer.status === 404 && codeOf(answer) === world.settings.readings.codes.not_found,
      form === 'html' ? () => HTML : instead(404, { title: 'Nothing here', status: 404 }),
    ),
  }),
  error_content_type: () => ({
    answer: where(
      (_, answer) => jsonOf(answer)?.error !== undefined,
      header('Content-Type', 'application/problem+json'),
    ),
  }),
  quota_error_retryable: () => ({
    answer: on(
      SUBMITS,
      when(
        429,
        where(
          (_, { headers }) => Number(headers['Retry-After']) > A_MINUTE,
          body(({ error }) => {
            error.retryable = false;
          }),
        ),
      ),
    ),
  }),
};

/** What is over sooner is no quota of a day. */
const A_MINUTE = 60;

const WORDS = {
  german: { request: 'Fehler bei der Ausführung der Anfrage', job: 'Fehler bei der Ausführung des Auftrags' },
  french: { request: 'Erreur lors du traitement de la requête', job: 'Erreur lors du traitement de la tâche' },
} as const;

type Fields = readonly FieldProblem[];

const DETAILS = {
  absent: () => null,
  by_field: (fields: Fields) =>
    fields.length === 0 ? null : Object.fromEntries(fields.map(({ path, problem }) => [path, problem])),
  hint: (fields: Fields) => ({ hint: 'none', ...(fields.length > 0 && { fields }) }),
  parameter: ([first]: Fields) => (first === undefined ? null : { parameter: first.path }),
} as const;

/** The 404 of an unknown path as something in front of the service gives it. */
const HTML = {
  status: 404,
  headers: { 'Content-Type': 'text/html' },
  body: '<!doctype html><title>404</title><h1>Nothing here</h1>',
};

function refusals(change: (error: AnyJson, context: RequestContext) => void) {
  return {
    answer: body(({ error }, context, { status }) => {
      if (status >= 400 && error !== undefined) change(error, context);
    }),
  };
}

function fieldsOf({ details }: AnyJson): Fields {
  return details?.fields ?? [];
}

/** That of a refusal is in its body; other answers have one of their own. */
function requestIdOf(answer: Parameters<AnswerEdit>[0], { world, memory }: RequestContext): string {
  const named: string | undefined = jsonOf(answer)?.error?.request_id;
  return named ?? mintId('req', `${world.settings.seed} header`, memory.count('answers'));
}
