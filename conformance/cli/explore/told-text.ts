import { counted } from '../../../shared/counted.ts';
import type { Searched } from '../../explore/search.ts';
import { coverageLines } from '../../explore/tell/coverage-lines.ts';
import { storyLines } from '../../explore/tell/story.ts';
import { curlScript } from '../../report/curl/curl.ts';

/** What a search was about. */
export type Told = { seed: string; target: string; base_url: string };

export function toldText(found: Searched, { seed, target, base_url }: Told, written: string | null): string {
  const { explored, rules, requests } = found;
  const { told, sessions, stopped, unsure, givenUp } = explored;
  const lines = [
    ...(told === null ? [] : differenceLines(found, target, base_url, written)),
    ...coverageLines(explored.coverage),
    ...[...stopped].map(([why, times]) => `not compared to its end (${times}): ${why}`),
    ...(unsure.length === 0
      ? []
      : [`${unsure.length} differences were there once and not a second time: inconclusive`]),
    ...(givenUp === null ? [] : [`inconclusive, since it was given up: ${givenUp}`]),
    told === null
      ? `no difference in ${counted(sessions, 'session')}, ${counted(requests, 'request')} (seed ${seed})`
      : `the first difference after ${counted(explored.firstAt ?? 0, 'request')} (seed ${seed}); it may touch ${rules.join(', ')}`,
  ];
  return lines.join('\n');
}

function differenceLines(
  { explored, rules }: Searched,
  target: string,
  base_url: string,
  written: string | null,
): string[] {
  const { told } = explored;
  if (told === null) return [];
  const { session, difference, pair } = told;
  const exchanges = pair.target.tape.flatMap((entry) => (entry.kind === 'exchange' ? [entry.exchange] : []));
  return [
    `${target} does otherwise than the emulator, as it was seen twice`,
    ...storyLines(session, difference, pair),
    `rules that it may touch: ${rules.join(', ')}`,
    ...(written === null ? [] : [`wrote ${written}; run: tryon-conformance run ${base_url} --scenarios ${written}`]),
    'as a script:',
    ...curlScript(exchanges, { base_url })
      .split('\n')
      .map((line) => `  ${line}`),
  ];
}
