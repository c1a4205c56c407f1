import * as z from 'zod';
import { CODE } from '../../../shared/questions/question.ts';
import { UNKNOWN_PATH } from '../../domain/test-control/answer-template.ts';
import { routeProblem } from './exchange-filter.ts';

const codeSchema = z.string().regex(CODE, 'must be a code in capitals, such as NOT_FOUND');
const pathSchema = z
  .string()
  .regex(
    /^(?!.*(?:__proto__|prototype|constructor))[\w-]+(?:\.[\w-]+)*$/,
    'must be a path of members, such as error.hint',
  );
const nameSchema = z.string().regex(/^[!#$%&'*+.^`|~\w-]{1,100}$/, 'must be the name of a header');
const valueSchema = z
  .string()
  .max(500)
  .regex(/^[\t\x20-\x7e]*$/, 'must be visible ASCII on one line');

/** A template replaces what an answer says, and never what makes it whole on its way. */
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

/** An answer template, as `calibrate` writes it: a stand-in for what no choice foresees. */
export const answerTemplateSchema = z.strictObject({
  when: z
    .strictObject({
      route: routeSchema.nullable().default(null).describe(`as POST /v1/jobs/:id/cancel, or ${UNKNOWN_PATH}`),
      status: z.int().min(100).max(599).nullable().default(null).describe('the status that the emulator would answer'),
      code: codeSchema.nullable().default(null).describe('the code of the error that it would answer'),
      state: z.string().nullable().default(null).describe('the status of the job in the body'),
    })
    .prefault({})
    .describe('which answers it applies to; null matches everything'),
  answer: z
    .strictObject({
      status: z.int().min(200).max(599).optional().describe('the new status'),
      code: codeSchema.optional().describe('the new error code'),
      headers: headersSchema.default({}).describe('headers to set; null removes a header'),
      members: z.record(pathSchema, z.unknown()).default({}).describe('members of the JSON body to set, by path'),
      without: z.array(pathSchema).default([]).describe('members of the JSON body to remove, by path'),
    })
    .describe('the changes'),
});
