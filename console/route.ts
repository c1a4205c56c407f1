import { signal } from '@preact/signals';

/** The current location: `#/jobs/job_1?status=failed`. It never contains a secret. */
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

/** Navigates immediately, without the browser's event, so that the view that is left sends no more requests. */
export function go(address: string): void {
  location.hash = address;
  place.value = placeOf(address);
}

/** Adds a filter to the location, so that it can be shared and is part of the history. */
export function filterBy(name: string, value: string): void {
  const { view, query } = place.value;
  const next = new URLSearchParams(query);
  if (value === '') next.delete(name);
  else next.set(name, value);
  location.hash = to(view, undefined, Object.fromEntries(next));
}
