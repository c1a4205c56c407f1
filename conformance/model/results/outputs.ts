import { isMap } from '../../../shared/is-map.ts';
import { type Demand, failing } from '../demand.ts';
import { CONCERNS } from '../mistakes.ts';
import type { CreateTopic } from '../topic.ts';

type Map = Readonly<Record<string, unknown>>;
type Part = readonly [rule: string, path: string, isFine: (value: unknown) => boolean];

const isText = (value: unknown) => typeof value === 'string';
const isNumber = (value: unknown) => Number.isFinite(value);
const isMissingOr = (isFine: (value: unknown) => boolean) => (value: unknown) => value === undefined || isFine(value);
const isListOf = (isFine: (value: unknown) => boolean) => (value: unknown) =>
  Array.isArray(value) && value.every(isFine);
/** What else a result has is looked at in every answer. */
const isResult = (value: unknown) => isMap(value) && isText(value['id']);
const isRole = (value: unknown) => {
  const [kind, concern, ...more] = String(isMap(value) ? value['role'] : '').split('.');
  return more.length === 0 && ['mask', 'visual'].includes(kind ?? '') && CONCERNS.includes(concern ?? '');
};
const isRevision = isMissingOr(Number.isInteger);

const SKIN: readonly Part[] = [
  ['SKIN-CONCERNS', 'concerns', isListOf(isMap)],
  ['SKIN-CONCERN', 'concerns', isMissingOr(isListOf((one) => CONCERNS.includes(String(isMap(one) && one['concern']))))],
  ['SKIN-VERSION', 'analysis_version', isMissingOr(isText)],
  ['SKIN-VIS-LIST', 'visualizations', isMissingOr(isListOf(isResult))],
  ['SKIN-VIS-ROLE', 'visualizations', (value) => !Array.isArray(value) || value.every(isRole)],
];
const MAKEUP: readonly Part[] = [
  ['MAKEUP-IMAGE', 'image', isResult],
  ['MAKEUP-REVISION', 'revision', isRevision],
];
const HAIR: readonly Part[] = [
  ['HAIR-IMAGE', 'image', isResult],
  ['HAIR-REVISION', 'revision', isRevision],
  ['HAIR-APPLIED', 'applied.color_gradient', isMap],
  ['HAIR-APPLIED-DARK', 'applied.color_gradient.dark.color', isText],
  ['HAIR-APPLIED-DARK', 'applied.color_gradient.dark.opacity', isNumber],
  ['HAIR-APPLIED-LIGHT', 'applied.color_gradient.light.color', isText],
  ['HAIR-APPLIED-LIGHT', 'applied.color_gradient.light.opacity', isNumber],
];

/** By operation: the type of its output, the rule of that, and what such an output has. */
const OUTPUTS: Readonly<Record<string, { type: string; rule: string; parts: readonly Part[] }>> = {
  'skin.analyze': { type: 'skin.analysis', rule: 'SKIN-OUTPUT-TYPE', parts: SKIN },
  'makeup.apply': { type: 'makeup.try_on', rule: 'MAKEUP-OUTPUT-TYPE', parts: MAKEUP },
  'hair.try_on': { type: 'hair.try_on', rule: 'HAIR-OUTPUT-TYPE', parts: HAIR },
};

/** Types in another spelling. Any other type that the specification does not name is lawful, since the union is open. */
const MISSPELT =
  /^([Ss]kin|[Mm]akeup|[Hh]air)?[._:/-]*([Aa]naly[sz][a-z]*|[Aa]pply|[Tt]ry[._-]*[Oo]n|skin|makeup|hair)?$|^(SKIN|MAKEUP|HAIR)/;

/** Spec 2.3: what the output of each operation is like. */
export const createOutputs: CreateTopic = () => ({
  demands: ({ view, isJudged }) => {
    const { status, body } = view;
    if (!isJudged || status === null || status >= 300 || !isMap(body) || !isMap(body['output'])) return [];
    const { id, operation, output } = body;
    const wanted = OUTPUTS[String(operation)];
    return wanted === undefined || typeof id !== 'string' ? [] : ofOutput(id, output, wanted);
  },
});

function ofOutput(id: string, output: Map, { type, rule, parts }: (typeof OUTPUTS)[string]): Demand[] {
  if (output['type'] !== type)
    return MISSPELT.test(String(output['type'])) ? [failing(rule, id, `the type ${type}`, output['type'])] : [];
  return parts.flatMap(([own, path, isFine]) => {
    const value = path.split('.').reduce<unknown>((inner, name) => (isMap(inner) ? inner[name] : undefined), output);
    return isFine(value) ? [] : [failing(own, id, `${path} as section 2.3 has it`, value ?? null)];
  });
}
