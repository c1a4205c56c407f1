import { digestOf } from './values/digest.ts';
import type { Concern, ProductCategory, VisualizationKind } from './vocabulary.ts';

export type InputRole = 'source' | 'hair_mask';
export type InputRef = { assetId: string; role: InputRole };

export type Visualization = { concern: Concern; kind: VisualizationKind };
export type Product = { category: ProductCategory; color: string; opacity: number };
export type ColorStop = { color: string; opacity: number };
export type ColorGradient = { dark: ColorStop; light: ColorStop };

/** What a submission requests, including defaults. */
export type Submission = (
  | { operation: 'skin.analyze'; inputs: InputRef[]; concerns: Concern[]; visualizations: Visualization[] }
  | { operation: 'makeup.apply'; inputs: InputRef[]; products: Product[] }
  | { operation: 'hair.try_on'; inputs: InputRef[]; gradient: ColorGradient }
) & {
  /** The spelling of the submission, if a reading treats different spellings as different requests (reading 18). */
  spelling?: readonly string[];
};

/** The same for two submissions if and only if they mean the same on one route (readings 17 and 18). */
export function fingerprintOf(submission: Submission): string {
  const inputs = inOrder(submission.inputs.map(({ role, assetId }) => `${role}=${assetId}`));
  const { operation, spelling = [] } = submission;
  return digestOf(JSON.stringify([operation, inputs, meaningOf(submission), ...spelling]));
}

/** The words in order; most lists are already sorted. */
function inOrder<Word extends string>(words: readonly Word[]): readonly Word[] {
  const isSorted = words.every((word, index) => index === 0 || (words[index - 1] as Word) <= word);
  return isSorted ? words : words.toSorted();
}

/** The meaning of a submission. Concerns are a set; products are layers, and their order counts (spec 4.2). */
function meaningOf(submission: Submission): unknown {
  switch (submission.operation) {
    case 'skin.analyze': {
      const { concerns, visualizations } = submission;
      return [inOrder(concerns), visualizations.map(({ concern, kind }) => [concern, kind])];
    }
    case 'makeup.apply':
      return submission.products.map(({ category, color, opacity }) => [category, color, opacity]);
    case 'hair.try_on': {
      const { dark, light } = submission.gradient;
      return [dark.color, dark.opacity, light.color, light.opacity];
    }
  }
}

/** The roles of the pictures in the output of a job (spec 2.3). */
export function resultRoles(submission: Submission): string[] {
  if (submission.operation !== 'skin.analyze') return ['image'];
  return submission.visualizations.map(({ kind, concern }) => `${kind}.${concern}`);
}
