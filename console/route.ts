import { signal } from '@preact/signals';

/** Where the reader is: `#/jobs/job_1?status=failed`. No address of the page carries a secret. */
export type Place = { view: string; id: string | null; query: URLSearchParams };

export const place = signal(placeOf(location.hash));

addEventListener('hashchange', () => {
  place.value = placeOf(location.hash);
});

function placeOf(hash: string): Place {
  const [path = '', query = ''] = hash.replace(/^#\/?/, '').split('?');
  const [view = '', id] = path.split('/');
  return {
    view: view || 'overview',
    id: id === undefined ? null : decodeURIComponent(id),
    query: new URLSearchParams(query),
  };
}

export function to(view: string, id?: string, query: Record<string, string> = {}): string {
  const given = Object.entries(query).filter(([, value]) => value !== '');
  const tail = given.length === 0 ? '' : `?${new URLSearchParams(given)}`;
  return `#/${view}${id === undefined ? '' : `/${encodeURIComponent(id)}`}${tail}`;
}

/** Leads there at once, and not only when the browser reports it: what is left is not asked for any more. */
export function go(address: string): void {
  location.hash = address;
  place.value = placeOf(address);
}

/** Puts a filter into the address, so that it can be shared and gone back to. */
export function filterBy(name: string, value: string): void {
  const { view, query } = place.value;
  const next = new URLSearchParams(query);
  if (value === '') next.delete(name);
  else next.set(name, value);
  location.hash = to(view, undefined, Object.fromEntries(next));
}
