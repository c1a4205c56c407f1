import { decoded } from '../../../shared/expression/decoded.ts';

type Place<Row> = { fixed: Map<string, Place<Row>>; any: Place<Row> | null; rows: Map<string, Row> };

/**
 * Finds rows, which are named like `GET /v1/jobs/:id`, with the decoded segments that their `:names` matched. `:id`
 * matches any segment that no other row has in its place.
 */
export function pathTable<Row>(rows: Readonly<Record<string, Row>>) {
  const root = newPlace<Row>();
  for (const [name, row] of Object.entries(rows)) {
    const [method = '', path = ''] = name.split(' ');
    placeOf(root, path).rows.set(method, row);
  }
  return {
    find: (method: string, path: string): { row: Row; ids: readonly string[] } | null => {
      const ids: string[] = [];
      // RFC 9110, 9.3.2: HEAD is a GET whose answer has no body.
      const row = placeAt(root, path, ids)?.rows.get(method === 'HEAD' ? 'GET' : method);
      return row === undefined ? null : { row, ids };
    },
    /** The rows of a path, with any method. */
    at: (path: string): Row[] => [...(placeAt(root, path, [])?.rows.values() ?? [])],
  };
}

/** Adds the decoded segments that `:names` matched to `ids`. */
function placeAt<Row>(root: Place<Row>, path: string, ids: string[]): Place<Row> | null {
  let place = root;
  for (const segment of path.split('/')) {
    const fixed = place.fixed.get(segment);
    if (fixed === undefined && (place.any === null || segment === '')) return null;
    if (fixed === undefined) ids.push(decodedParts(segment, decodeURIComponent));
    place = fixed ?? place.any ?? place;
  }
  return place;
}

function newPlace<Row>(): Place<Row> {
  return { fixed: new Map(), any: null, rows: new Map() };
}

function placeOf<Row>(root: Place<Row>, path: string): Place<Row> {
  let place = root;
  for (const segment of path.split('/')) {
    const next = (segment.startsWith(':') ? place.any : place.fixed.get(segment)) ?? newPlace<Row>();
    if (segment.startsWith(':')) place.any = next;
    else place.fixed.set(segment, next);
    place = next;
  }
  return place;
}

/** Decodes a path; an encoded percent sign or slash stays encoded. */
export function decodedPath(path: string): string {
  return decodedParts(path.replaceAll('%25', '%2525'), decodeURI);
}

/** Decodes what is validly encoded, and keeps the rest as it is. */
function decodedParts(text: string, decode: (encoded: string) => string): string {
  return text.replace(/(?:%[0-9A-Fa-f]{2})+/g, (encoded) => decoded(encoded, decode));
}
