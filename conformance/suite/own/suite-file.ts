import * as z from 'zod/mini';
import { parseDuration } from '../../../shared/expression/quantities.ts';
import { RULE_ID } from '../rules/rule.ts';
import { ROUTES } from '../vocabulary.ts';
import { must, oneOrMore, orNull, textLike, textThat, unlessEmpty, Wrong } from '../yaml/schema-parts.ts';

/** The name of the file that makes a folder a user's suite. */
export const SUITE_FILE = 'suite.yaml';
/** The only suite that can be extended: that of this package. */
export const BASE_SUITE = 'tryon-kit';

const about = z.describe;
const words = () => z.string(must('be a text; put it in quotes')).check(z.regex(/\S/, 'must be a text'));
export const NAME = /^[a-z0-9]+(-[a-z0-9]+)*$/;
const named = (what: string) =>
  z.string(must(`be ${what}`)).check(z.regex(NAME, `must be ${what}: small letters, digits and -`));
const STATUS = must('be a status, 200 to 599');
const status = z.int(STATUS).check(z.minimum(200, STATUS), z.maximum(599, STATUS));
const ROUTE = /^(?:(?:GET|POST|PUT|PATCH|DELETE|HEAD) )?\/\S*$/;
const route = textThat((text) =>
  ROUTE.test(text) || Object.hasOwn(ROUTES, text)
    ? text
    : new Wrong(`must be a path such as GET /v1/jobs/{job_id}, or one of ${Object.keys(ROUTES).join(', ')}`),
);
const delay = z.pipe(
  z.union([z.string(), z.number()], must('be a length of time, such as 2s')),
  z.transform((said, { issues }) => {
    const length = parseDuration(said);
    if (length !== null && length >= 0) return length;
    issues.push({ code: 'custom', input: said, message: 'must be a length of time, such as 2s' });
    return z.NEVER;
  }),
);
export const PLACE = /^(?:header\.[\w-]+|body(?:[.[].*)?)$/;
export const PLACE_SAYS = 'a place of an answer, such as header.ETag, body, body.error.code or body.data[*].id';
const places = oneOrMore(PLACE, PLACE_SAYS);

const match = z.strictObject({
  method: orNull(z.string(must('be a method')).check(z.regex(/^[A-Z]+$/, 'must be a method, in capitals'))).check(
    about('the method of the request'),
  ),
  route: orNull(route).check(about('its path, with or without its method; what stands in braces is any segment')),
  status: orNull(status).check(about('the status of the answer')),
  if: z
    .optional(z.string(must('be an expression')))
    .check(about('an expression of `request` {method, path, header, body} and `answer` {status, header, body}')),
});

/** The effects on the matching answers. */
const doing = {
  match: z.optional(match).check(about('which answers are meant (default all)')),
  set: z
    .optional(z.record(z.string(), z.unknown()))
    .check(
      about('header.X and body.y with their values; `${request.header.X}` and `${answer.body.y}` may stand in these'),
    ),
  remove: z.optional(places).check(about('headers and members to remove')),
  status: orNull(status).check(about('the status that is answered instead')),
  delay: z.optional(delay).check(about('how much later the answer comes')),
};

const change = z.strictObject({
  id: orNull(named('a name')).check(about('the name by which a deviation leaves it out')),
  ...doing,
});

const deviation = z.strictObject({
  id: named('a name').check(about('how the proof calls it')),
  breaks: textLike(RULE_ID, 'the id of a rule').check(about('the rule that must catch it')),
  about: orNull(words()).check(about('what it does wrong, in one sentence')),
  without: orNull(named('the id of an entry of draft')).check(about('the entry of `draft` that it leaves out')),
  ...doing,
});

const feature = z.strictObject({
  about: words().check(about('what it is, in a few words')),
  probe: orNull(
    z.string(must('be a request')).check(z.regex(/^GET \/\S*$/, 'must be a read, such as GET /v1/quota')),
  ).check(about('a read that a server without the feature answers with 404; without one it counts as on')),
});

/** The suite.yaml of a user's suite. */
export const suiteFile = z.strictObject({
  extends: z.literal([BASE_SUITE]).check(about('the suite whose rules, shapes, set-ups and scenarios are there too')),
  name: named('a name').check(about('its name; --only takes it for all scenarios of the suite')),
  version: orNull(z.string(must('be a version in quotes, such as "0.1.0"'))).check(about('its version')),
  about: orNull(words()).check(about('its purpose, in one sentence')),
  spec: orNull(words()).check(about('the spec of its rules, next to this file; trace compares it')),
  features: unlessEmpty(z.optional(z.record(z.string(), feature))).check(
    about('features of its own, for `requires` and `feature.NAME`'),
  ),
  draft: unlessEmpty(z.optional(z.array(change, must('be a list')))).check(
    about('changes of the emulator once the draft holds'),
  ),
  deviations: unlessEmpty(z.optional(z.array(deviation, must('be a list')))).check(
    about('ways to break the rules, which prove must see caught'),
  ),
});

export type SuiteFile = z.output<typeof suiteFile>;
export type WrittenChange = z.output<typeof change>;
export type WrittenDeviation = z.output<typeof deviation>;
