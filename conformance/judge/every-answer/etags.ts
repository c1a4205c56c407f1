import { isDeepStrictEqual } from 'node:util';
import { isMap } from '../../suite/expectation/operators/same-as.ts';
import { isBefore } from './job-history.ts';
import { finding, type PassiveCheck, type PassiveFinding, type Sighting } from './sighting.ts';

/** A body of a job together with its tag. Tags of one key say nothing of those of another. */
type Tagged = {
  began: number;
  ended: number;
  key: string | null;
  tag: string;
  text: string;
  body: unknown;
  isRead: boolean;
};
type Memory = { tagged: Map<string, Tagged[]>; tags: Map<string, Set<string>> };

/** The tags of jobs: there on each read, another for another body, the same for the same, and 304 for nothing else. */
export const etags: PassiveCheck = {
  rules: ['ETAG-ON-READ', 'ETAG-CHANGES', 'ETAG-STABLE', 'ETAG-304'],
  start: () => {
    const memory: Memory = { tagged: new Map(), tags: new Map() };
    return (sighting) => {
      const { route, status } = sighting;
      const id = jobOf(sighting);
      if (id === null) return [];
      const earlier = (memory.tagged.get(id) ?? []).filter((one) => isBefore(one, sighting));
      const known = memory.tags.get(id) ?? new Set();
      const findings =
        route.name !== 'job' ? [] : status === 304 ? judge304(sighting, earlier, known) : judge200(sighting, earlier);
      remember(memory, id, sighting);
      return findings;
    };
  },
};

function jobOf({ route, status, jobs }: Sighting): string | null {
  if (route.name === 'job' && (status === 304 || status === 200)) return route.id;
  const id = jobs[0]?.value['id'];
  return typeof id === 'string' ? id : null;
}

/** The first answer to a submission is no read, and a replay may show an earlier state: their bodies are not compared. */
function remember({ tagged, tags }: Memory, id: string, { view, route, status, key, began, ended }: Sighting): void {
  const { etag: tag } = view.header;
  if (tag === undefined || tag === '') return;
  tags.set(id, (tags.get(id) ?? new Set()).add(strongPart(tag)));
  if (status === 304 || (route.name !== 'job' && route.name !== 'cancel')) return;
  const one = { began, ended, key, tag, text: view.text ?? '', body: view.body, isRead: route.name === 'job' };
  tagged.set(id, [...(tagged.get(id) ?? []), one]);
}

function judge200(sighting: Sighting, earlier: readonly Tagged[]): PassiveFinding[] {
  const { view, key } = sighting;
  const { etag: tag = '' } = view.header;
  const missing = { pointer: '/header/etag', expected: 'an ETag', seen: view.header['etag'] };
  const onRead = finding('ETAG-ON-READ', tag === '' ? [missing] : []);
  const previous = earlier.filter((one) => one.isRead && one.key === key).at(-1);
  if (previous === undefined || tag === '') return [onRead];
  return [
    onRead,
    ...changes(sighting, tag, earlier),
    ...stable(sighting, tag, previous),
    ...unneeded(sighting, previous),
  ];
}

/** A weak tag stands for what means the same; another status means something else. */
function changes({ view, key }: Sighting, tag: string, earlier: readonly Tagged[]): PassiveFinding[] {
  const others = earlier.filter((one) => one.isRead && one.key === key && differs(one, view, tag.startsWith('W/')));
  if (others.length === 0) return [];
  const same = others.find((one) => one.tag === tag);
  const mismatch = { pointer: '/header/etag', expected: 'another tag, since the body is another', seen: tag };
  return [finding('ETAG-CHANGES', same === undefined ? [] : [mismatch])];
}

function differs(one: Tagged, { body }: Sighting['view'], weakly: boolean): boolean {
  return weakly ? statusOf(one.body) !== statusOf(body) : !isDeepStrictEqual(one.body, body);
}

function stable({ view }: Sighting, tag: string, previous: Tagged): PassiveFinding[] {
  if (previous.text !== view.text) return [];
  const mismatch = { pointer: '/header/etag', expected: `${previous.tag}, since the body is the same`, seen: tag };
  return [finding('ETAG-STABLE', previous.tag === tag ? [] : [mismatch])];
}

/** The tag of the last read was sent, and the whole body came again although nothing in it had changed. */
function unneeded({ view }: Sighting, previous: Tagged): PassiveFinding[] {
  const sent = sentTag(view);
  if (sent !== previous.tag) return [];
  const mismatch = { pointer: '/status', expected: '304, since the body is that of the tag that was sent', seen: 200 };
  return [finding('ETAG-304', previous.text === view.text ? [mismatch] : [])];
}

function judge304({ view, key }: Sighting, earlier: readonly Tagged[], known: ReadonlySet<string>): PassiveFinding[] {
  const sent = sentTag(view);
  if (sent === null) return [];
  const { etag: tag } = view.header;
  if (tag !== undefined && strongPart(tag) !== strongPart(sent))
    return [finding('ETAG-304', [{ pointer: '/header/etag', expected: `${sent}, which was sent`, seen: tag }])];
  if (!known.has(strongPart(sent)))
    return [
      finding('ETAG-304', [{ pointer: '/status', expected: `200, since no answer had the tag ${sent}`, seen: 304 }]),
    ];
  const last = earlier.filter((one) => one.key === key).at(-1);
  const isOld = last !== undefined && strongPart(last.tag) !== strongPart(sent) && !isBodyOf(sent, last, earlier);
  const mismatch = { pointer: '/status', expected: `200, since the body has changed since ${sent}`, seen: 304 };
  return [finding('ETAG-304', isOld ? [mismatch] : [])];
}

function isBodyOf(sent: string, last: Tagged, earlier: readonly Tagged[]): boolean {
  const tagged = earlier.filter(({ tag }) => strongPart(tag) === strongPart(sent));
  return tagged.length === 0 || tagged.some(({ body }) => isDeepStrictEqual(body, last.body));
}

/** One tag alone: what a list of them or a star means is left open. */
function sentTag({ request }: Sighting['view']): string | null {
  const { 'if-none-match': sent } = request.header;
  return sent === undefined || sent.trim() === '*' || sent.includes(',') ? null : sent.trim();
}

function strongPart(tag: string): string {
  return tag.trim().replace(/^W\//, '');
}

function statusOf(body: unknown): unknown {
  return isMap(body) ? body['status'] : undefined;
}
