import { isMap } from '../../../shared/is-map.ts';
import { PRODUCTS } from '../../suite/vocabulary.ts';
import { type Demand, mustBe, mustRefuseWith } from '../demand.ts';
import { readSubmission } from '../read-submission.ts';
import { formOf, valuesOf } from './accepted.ts';
import type { CreateDetail } from './detail.ts';
import { isGone, type Sight, type World } from './world.ts';

/** What has been accepted so far: only what is like it in all but one thing shows what that one thing is answered. */
type Accepted = { values: Set<string>; forms: Set<string>; sent: Set<string> };

/** Spec 4.2: submissions with one mistake, and keys that lack the scope. */
export const createMistakes: CreateDetail = (world) => {
  const accepted: Accepted = { values: new Set(), forms: new Set(), sent: new Set() };
  return {
    demands: (sight) => (sight.isAnswered && sight.route === 'submit' ? ofSubmission(sight, world, accepted) : []),
    keep: ({ view, route }) => {
      const key = view.request.header['idempotency-key'];
      if (route !== 'submit' || key === undefined) return;
      accepted.sent.add(key);
      const submission = readSubmission(view.request.url, view.request.body);
      if (view.status !== 202 || submission === null) return;
      accepted.forms.add(formOf(key));
      for (const value of valuesOf(submission) ?? []) accepted.values.add(value);
    },
  };
};

const LACKING: Readonly<Record<string, readonly string[]>> = {
  no_scope: ['skin.analyze', 'makeup.apply'],
  no_skin: ['skin.analyze'],
  no_makeup: ['makeup.apply'],
};
const SCOPE_RULES: Readonly<Record<string, string>> = { no_skin: 'SKIN-SCOPE-403', no_makeup: 'MAKEUP-SCOPE-403' };

function ofSubmission(sight: Sight, world: World, accepted: Accepted): Demand[] {
  const { view, key, owner } = sight;
  const { url, header, body, text } = view.request;
  const idempotencyKey = header['idempotency-key'] ?? '';
  if (owner === null || header['content-type'] !== 'application/json' || url.includes('?')) return [];
  if (!accepted.forms.has(formOf(idempotencyKey))) return [];
  const operation = Object.values(PRODUCTS).find(({ path }) => path === url)?.operation ?? '';
  const mistakes = mistakesIn(operation, body, text);
  if (mistakes === null) return [];
  if (!LACKING[key]?.includes(operation))
    return accepted.sent.has(idempotencyKey) ? [] : ofMistakes(mistakes, sight, world);
  const isFine = mistakes.length === 0 && hasInput(body, sight, world) && hasKnownValues(url, body, accepted);
  const rule = SCOPE_RULES[key] ?? 'AUTH-SCOPE-403';
  return isFine
    ? mustRefuseWith(403, 'INSUFFICIENT_SCOPE', { rule, because: [], why: `the key lacks ${operation}` })
    : [];
}

function ofMistakes([rule, ...more]: readonly string[], sight: Sight, world: World): Demand[] {
  // Units and limits may be looked at first.
  if (rule === undefined || more.length > 0 || sight.view.status === 402) return [];
  const isAboutInput = rule.startsWith('INPUT') || rule === 'REQUEST-400';
  if (!isAboutInput && !hasInput(sight.view.request.body, sight, world)) return [];
  return [mustBe([400], { rule, because: [], why: 'the body is not as the specification has it' })];
}

function hasInput(body: unknown, { owner }: Sight, world: World): boolean {
  const [input] = isMap(body) && Array.isArray(body['inputs']) ? body['inputs'] : [];
  const asset = isMap(input) ? world.things.get(String(input['asset_id'])) : undefined;
  if (asset === undefined || asset.owner !== owner || asset.purpose !== 'input') return false;
  return !isGone(asset, world) && !asset.isUnsure;
}

function hasKnownValues(url: string, body: unknown, { values }: Accepted): boolean {
  const submission = readSubmission(url, body);
  return submission !== null && (valuesOf(submission)?.every((value) => values.has(value)) ?? false);
}

const CONCERNS = [
  ...['acne', 'dark_circle', 'eye_bag', 'redness', 'oiliness', 'wrinkles', 'firmness', 'moisture', 'pore'],
  ...['tear_trough', 'hyper_pigmentation', 'droopy_upper_eyelid'],
];
const CATEGORIES = ['foundation', 'lipstick', 'lip_liner'];

/** The rules that the body breaks, each as often as it does. Null where that is not certain. */
function mistakesIn(operation: string, body: unknown, text: string | null): string[] | null {
  if (text === null) return null;
  if (!isMap(body)) return ['REQUEST-400'];
  const product = operation === 'skin.analyze' ? ofSkin(body) : operation === 'makeup.apply' ? ofMakeup(body) : null;
  return product === null ? null : [...ofInputs(body), ...product];
}

function ofInputs({ inputs }: Record<string, unknown>): string[] {
  if (!Array.isArray(inputs)) return ['INPUTS-REQUIRED-400'];
  return inputs.flatMap((input) => {
    if (!isMap(input)) return [];
    const { asset_id: asset, role } = input;
    return [
      ...(typeof asset === 'string' ? [] : ['INPUT-ASSET-REQUIRED-400']),
      ...(role === undefined || role === null ? ['INPUT-ROLE-REQUIRED-400'] : []),
      ...(typeof role === 'string' && role !== 'source' ? ['INPUT-ROLE-400'] : []),
    ];
  });
}

function ofSkin({ concerns, visualizations = [] }: Record<string, unknown>): string[] | null {
  if (!Array.isArray(concerns)) return ['SKIN-CONCERNS-REQUIRED-400'];
  if (!Array.isArray(visualizations) || concerns.length === 0) return null;
  return [
    ...concerns.filter((one) => !CONCERNS.includes(one)).map(() => 'SKIN-CONCERN-400'),
    ...(new Set(concerns).size < concerns.length ? ['SKIN-CONCERNS-SET-400'] : []),
    ...visualizations
      .filter(isMap)
      .flatMap(({ concern, kind }) => [
        ...(CONCERNS.includes(String(concern)) ? [] : ['SKIN-VIS-CONCERN-400']),
        ...(['mask', 'visual'].includes(String(kind)) ? [] : ['SKIN-VIS-KIND-400']),
      ]),
  ];
}

function ofMakeup({ products }: Record<string, unknown>): string[] | null {
  if (!Array.isArray(products)) return ['MAKEUP-PRODUCTS-REQUIRED-400'];
  if (products.length === 0) return null;
  return products
    .filter(isMap)
    .flatMap(({ category, color, opacity }) => [
      ...(CATEGORIES.includes(String(category)) ? [] : ['MAKEUP-CATEGORY-400']),
      ...(typeof color === 'string' ? [] : ['MAKEUP-COLOR-400']),
      ...(opacity === undefined || opacity === null || typeof opacity === 'number' ? [] : ['MAKEUP-OPACITY-400']),
    ]);
}
