/** What the id of a picture as it is stored has after that of the result, where hrefs name it. */
const STORED = '.stored';

export function storedId(id: string): string {
  return `${id}${STORED}`;
}

/** The id of the result, whichever of the two is named. */
export function resultId(id: string): string {
  return id.endsWith(STORED) ? id.slice(0, -STORED.length) : id;
}
