import { isMap } from '../../shared/is-map.ts';
import { listIn } from './read-submission.ts';

/** The results in the output of a job. Spec 2.3: an output of an unknown type may contain anything. */
export function resultsIn(output: unknown): unknown[] {
  if (!isMap(output)) return [];
  const { type } = output;
  if (type === 'skin.analysis') return listIn(output, 'visualizations');
  return type === 'makeup.try_on' || type === 'hair.try_on' ? [output['image']] : [];
}
