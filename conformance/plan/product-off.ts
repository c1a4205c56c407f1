import type { Template } from '../suite/expression/template.ts';
import type { Instance } from '../suite/scenario/scenario.ts';
import { type Feature, PRODUCTS, type Product } from '../suite/vocabulary.ts';
import type { Target } from '../target/target.ts';

/** The product that a row names, by its operation, its path or a request of it, and that a target does not have; else null. */
export function productOff(row: Instance['row'], features: Readonly<Record<Feature, boolean | null>>): Product | null {
  const off = (Object.keys(PRODUCTS) as Product[]).filter((product) => features[product] === false);
  if (off.length === 0) return null;
  const texts = new Set(Object.values(row).flatMap(textsIn));
  return off.find((product) => NAMES[product].some((name) => texts.has(name))) ?? null;
}

/** Spec 4.2: a row of hair is one of a draft, which is graded where the target maps its fields, or has no other product. */
export function isOfDraft(row: Instance['row'], { target, features }: DraftOf): boolean {
  const isHair = Object.values(row).flatMap(textsIn).includes(PRODUCTS.hair.operation);
  const hasOthers = features.skin !== false || features.makeup !== false;
  return isHair && hasOthers && !target.hair.mapped;
}

type DraftOf = { target: Pick<Target, 'hair'>; features: Readonly<Record<Feature, boolean | null>> };

const NAMES = Object.fromEntries(
  Object.entries(PRODUCTS).map(([product, { operation, path }]) => [product, [operation, path, `POST ${path}`]]),
) as Record<Product, string[]>;

/** Every text that is a value somewhere in it; what an expression makes of it is not known yet. */
function textsIn(template: Template): string[] {
  if (template.kind === 'constant') return textsOf(template.value);
  if (template.kind === 'list') return template.items.flatMap(textsIn);
  return template.kind === 'map' ? template.entries.flatMap(({ value }) => textsIn(value)) : [];
}

function textsOf(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsOf) : [];
}
