import { counted } from '../../../shared/counted.ts';
import {
  cutList,
  indent,
  type Line,
  line,
  paint,
  type Span,
  table,
  titled,
  wrap,
} from '../../../shared/report/lines.ts';
import type { CoverageReport, CoverageState, CoveredBehaviour } from '../../domain/test-control/coverage.ts';

type Look = { color: boolean; width: number };

const TITLES: Record<CoveredBehaviour['topic'], string> = {
  operations: 'Operations',
  jobs: 'Jobs',
  webhooks: 'Webhooks',
  faults: 'Faults',
};

/** The coverage for a terminal: what was met, then what was not and how to meet it, and the percentage last. */
export function coverageText(report: CoverageReport, look: Look): string {
  const width = Math.min(Math.max(look.width, 60), 120);
  const { behaviours } = report;
  const unanswered = behaviours.filter(({ state }) => state === 'unanswered');
  const gaps = behaviours.filter((one) => one.state === 'never' && isOfSomeUse(one, behaviours));
  return paint(
    [
      ...titled('Met', table(groupsOf(behaviours).map((group) => groupRow(group, width)))),
      ...titled(
        'Met, and the client never reacted',
        unanswered.flatMap((one) => unansweredLines(one, width)),
      ),
      ...titled(
        'Never met',
        gaps.flatMap((one) => gapLines(one, width)),
      ),
      ...titled('Never called', wrapped(routesNeverCalled(behaviours).join(', '), width)),
      ...titled('Met, and in no list', wrapped(report.others.join(', '), width)),
      line('strong', shareText(report)),
    ],
    look.color,
  );
}

export function shareText({ percent, met, unanswered, never, total }: CoverageReport): string {
  return `coverage ${percent} %: ${met} of ${counted(total, 'behaviour')} met, ${unanswered} met without a reaction, ${never} never met`;
}

type Group = { name: string; all: CoveredBehaviour[] };

/** Groups the behaviors by route or, if they have none, by topic. */
export function groupsOf(behaviours: readonly CoveredBehaviour[]): Group[] {
  const groups = new Map<string, CoveredBehaviour[]>();
  for (const one of behaviours) {
    const name = one.topic === 'operations' ? routeOf(one) : TITLES[one.topic].toLowerCase();
    groups.set(name, [...(groups.get(name) ?? []), one]);
  }
  return [...groups].map(([name, all]) => ({ name, all }));
}

/** The route of `GET /v1/jobs/:id 404 JOB_NOT_FOUND` is `GET /v1/jobs/:id`. */
export function routeOf({ id }: Pick<CoveredBehaviour, 'id'>): string {
  return id.split(' ').slice(0, 2).join(' ');
}

/** The id without the part that the heading of its group contains. */
export function shortId(one: Pick<CoveredBehaviour, 'id' | 'topic'>): string {
  return one.topic === 'operations' ? one.id.slice(routeOf(one).length + 1) : one.id;
}

function groupRow({ name, all }: Group, width: number): Span[] {
  const met = all.filter(({ state }) => state !== 'never');
  const share = `${all.filter(({ state }) => state === 'met').length}/${all.length}`;
  const tone = met.length === 0 ? 'dim' : met.length === all.length ? 'good' : 'plain';
  return [
    [tone, name],
    [tone, share],
    ['dim', met.length === 0 ? '' : cutList(met.map(shortId), width - 40)],
  ];
}

const MARKS: Record<CoverageState, 'good' | 'warn' | 'dim'> = { met: 'good', unanswered: 'warn', never: 'dim' };

function unansweredLines({ id, reaction, section, state }: CoveredBehaviour, width: number): Line[] {
  return [
    [
      [MARKS[state], id],
      ['dim', sectionText(section)],
    ],
    ...indent(wrapped(`no client did this after it: ${reaction}`, width), 2),
  ];
}

function gapLines({ id, says, section, remedy, code }: CoveredBehaviour, width: number): Line[] {
  const toDo =
    code === null ? wrapped(remedy, width) : [line('info', code), ...wrapped(`would show it: ${remedy}`, width)];
  return [
    [
      ['plain', id],
      ['dim', `${sectionText(section)}  ${says}`],
    ],
    ...indent(toDo, 2),
  ];
}

function sectionText(section: string | null): string {
  return section === null ? '' : `  §${section}`;
}

/** A route that a client never calls is reported in one line, not for each refusal. */
function isOfSomeUse(one: CoveredBehaviour, all: readonly CoveredBehaviour[]): boolean {
  return one.topic !== 'operations' || !routesNeverCalled(all).includes(routeOf(one));
}

function routesNeverCalled(behaviours: readonly CoveredBehaviour[]): string[] {
  const operations = behaviours.filter(({ topic }) => topic === 'operations');
  return groupsOf(operations).flatMap(({ name, all }) => (all.every(({ state }) => state === 'never') ? [name] : []));
}

function wrapped(text: string, width: number): Line[] {
  return text === '' ? [] : wrap(text, width - 4).map((part) => line('dim', part));
}
