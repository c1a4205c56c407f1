import * as z from 'zod';
import { CODE } from '../../../shared/questions/question.ts';
import {
  HEADER_NAME,
  HEADER_VALUE,
  LONGEST_HEADER,
  MEMBER_NAME,
  MEMBER_PATH,
} from '../../../shared/questions/template-form.ts';
import { UNKNOWN_PATH } from '../../domain/test-control/answer-template.ts';
import { routeProblem } from './exchange-filter.ts';

const codeSchema = z.string().regex(CODE, 'must be a code in capitals, such as NOT_FOUND');
const pathSchema = z.string().regex(MEMBER_PATH, 'must be a path of members, such as error.hint or data[].id');
const plainNameSchema = z.string().regex(MEMBER_NAME, 'must be the name of a member');
const plainPathSchema = z.string().regex(/^[\w-]+(?:\.[\w-]+)*$/, 'must be a path of members, such as error.hint');
const nameSchema = z.string().regex(HEADER_NAME, 'must be the name of a header');
const valueSchema = z.string().max(LONGEST_HEADER).regex(HEADER_VALUE, 'must be visible ASCII on one line');

/** A template replaces the content of an answer, but not the headers that frame it. */
const FRAMING = ['content-length', 'transfer-encoding', 'connection'];

const routeSchema = z.string().superRefine((route, context) => {
  const problem = route === UNKNOWN_PATH ? null : routeProblem(route);
  if (problem !== null) context.addIssue({ code: 'custom', message: `${problem}, or ${UNKNOWN_PATH}` });
});

const headersSchema = z.record(nameSchema, valueSchema.nullable()).superRefine((headers, context) => {
  for (const name of Object.keys(headers))
    if (FRAMING.includes(name.toLowerCase()))
      context.addIssue({ code: 'custom', path: [name], message: 'is generated for each answer; remove it' });
});

const refusalSchema = z.strictObject({
  status: z.int().min(400).max(599).describe('the status of the refusal'),
  code: codeSchema.describe('its error code'),
});

/** An answer template as written by `calibrate`; it covers cases for which there is no reading. */
export const answerTemplateSchema = z
  .strictObject({
    when: z
      .strictObject({
        resource: z
          .enum(['job', 'asset'])
          .nullable()
          .default(null)
          .describe('a job or an asset wherever it is shown: in answers, lists and events'),
        route: routeSchema.nullable().default(null).describe(`as POST /v1/jobs/:id/cancel, or ${UNKNOWN_PATH}`),
        method: z.enum(['HEAD', 'OPTIONS', 'GET']).nullable().default(null).describe('the method of the request'),
        status: z
          .int()
          .min(100)
          .max(599)
          .nullable()
          .default(null)
          .describe('the status that the emulator would answer'),
        code: codeSchema.nullable().default(null).describe('the code of the error that it would answer'),
        state: z.string().nullable().default(null).describe('the status of the job in the body'),
        field: z.string().nullable().default(null).describe('the first field that the refusal names'),
        parameter: z.string().nullable().default(null).describe('a parameter of the query'),
        has: z.record(plainPathSchema, z.unknown()).default({}).describe('members of the JSON body to match, by path'),
      })
      .prefault({})
      .describe('which answers it applies to; null matches everything'),
    answer: z
      .strictObject({
        status: z.int().min(200).max(599).optional().describe('the new status'),
        code: codeSchema.optional().describe('the new error code of a refusal'),
        message: z.string().max(500).optional().describe('the new error message of a refusal'),
        body: z.unknown().optional().describe('the new JSON body'),
        refuse: refusalSchema.optional().describe('refuses a request that the emulator would accept'),
        headers: headersSchema.default({}).describe('headers to set; null removes a header'),
        members: z
          .record(pathSchema, z.unknown())
          .default({})
          .describe('members of the JSON body to set, by path; {created_at} copies another member'),
        renamed: z
          .record(pathSchema, plainNameSchema)
          .default({})
          .describe('new names of members of the JSON body, by path'),
        without: z.array(pathSchema).default([]).describe('members of the JSON body to remove, by path'),
      })
      .describe('the changes'),
  })
  .superRefine((template, context) => {
    for (const [part, name, message] of misplacedIn(template))
      context.addIssue({ code: 'custom', path: [part, name], message });
  });

type Misplaced = [part: 'when' | 'answer', name: string, message: string];
type Parts = Record<'when' | 'answer', Readonly<Record<string, unknown>>>;

const WITH_RESOURCE = 'cannot be used with a resource, which is not an answer';
const WITH_REFUSE = 'cannot be used with refuse: it is not known before the request is handled';

/** Fields that are meaningless for a resource, or for a refusal. */
function misplacedIn({ when, answer }: Parts): Misplaced[] {
  const set = (part: Parts['when' | 'answer'], names: readonly string[]) =>
    names.filter((name) => part[name] !== null && part[name] !== undefined && !isEmpty(part[name]));
  const inWhen = (names: string[], why: string) => set(when, names).map((name): Misplaced => ['when', name, why]);
  const inAnswer = (names: string[], why: string) => set(answer, names).map((name): Misplaced => ['answer', name, why]);
  return [
    ...(when['resource'] === null
      ? []
      : [
          ...inWhen(['route', 'method', 'status', 'code', 'field', 'parameter'], WITH_RESOURCE),
          ...inAnswer(['status', 'code', 'message', 'body', 'refuse', 'headers'], WITH_RESOURCE),
        ]),
    ...(answer['refuse'] === undefined
      ? []
      : inWhen(['resource', 'status', 'code', 'state', 'field', 'has'], WITH_REFUSE)),
  ];
}

function isEmpty(value: unknown): boolean {
  return typeof value === 'object' && value !== null && Object.keys(value).length === 0;
}
