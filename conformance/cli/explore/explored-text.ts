import { counted } from '../../../shared/counted.ts';
import type { Difference } from '../../explore/compare/compare.ts';
import type { Confirmed } from '../../explore/explore.ts';
import type { Searched } from '../../explore/search.ts';
import { coverageLines, storyLines } from '../../explore/tell/story.ts';
import { curlScript } from '../../report/curl/curl.ts';
import { deedText } from '../../sessions/deed-text.ts';

/** The context of a search. */
export type SearchInfo = { seed: string; target: string; base_url: string; withScript: boolean };

export function exploredText(found: Searched, about: SearchInfo, written: string | null): string {
  const { seed } = about;
  const { explored, rules, requests } = found;
  const { confirmed, sessions, stopped, unsure, givenUp } = explored;
  const lines = [
    ...(confirmed === null ? [] : differenceLines(found, about, written)),
    ...coverageLines(explored.coverage),
    ...[...stopped].map(([why, times]) => `not compared to its end (${times}): ${why}`),
    ...unsureLines(unsure),
    ...(givenUp === null ? [] : [`inconclusive, since it was given up: ${givenUp}`]),
    confirmed === null
      ? `no difference in ${counted(sessions, 'session')}, ${counted(requests, 'request')} (seed ${seed})`
      : `the first difference after ${counted(explored.firstAt ?? 0, 'request')} (seed ${seed}); it may touch ${rules.join(', ')}`,
  ];
  return lines.join('\n');
}

/** Differences that did not occur again. They may be chance, and are not held against the server. */
function unsureLines(unsure: readonly Difference[]): string[] {
  if (unsure.length === 0) return [];
  const one = ({ operation, what, target, twin }: Difference) =>
    `  ${deedText(operation)}: ${what} was ${shownText(target)} on the server and ${shownText(twin)} on the emulator`;
  return [`${counted(unsure.length, 'difference')} seen once and not on a second play:`, ...unsure.map(one)];
}

function shownText(value: unknown): string {
  return value === undefined ? 'absent' : JSON.stringify(value);
}

function differenceLines({ explored, rules }: Searched, about: SearchInfo, written: string | null): string[] {
  const { confirmed } = explored;
  if (confirmed === null) return [];
  const { session, difference, pair } = confirmed;
  const { target, base_url, withScript } = about;
  return [
    `${target} differs from the emulator; the difference occurred twice`,
    ...storyLines(session, difference, pair),
    `rules that it may touch: ${rules.join(', ')}`,
    ...(written === null ? [] : [`wrote ${written}; run: tryon-conformance run ${base_url} --scenarios ${written}`]),
    ...(withScript ? ['as a script:', ...indented(scriptOf(confirmed, about))] : []),
  ];
}

/** The requests of the session as curl commands, as they were sent to the server. */
export function scriptOf({ pair }: Confirmed, { base_url }: Pick<SearchInfo, 'base_url'>): string {
  const exchanges = pair.target.tape.flatMap((entry) => (entry.kind === 'exchange' ? [entry.exchange] : []));
  return curlScript(exchanges, { base_url });
}

function indented(text: string): string[] {
  return text.split('\n').map((line) => `  ${line}`);
}
