/** One segment of a path, whatever is in the text: nothing of it begins another segment, a query or a fragment. */
export function asSegment(text: string): string {
  return wellFormed(text).replace(/[^\w\-.~!$&'()*+,;=:@]+/g, encodeURIComponent);
}

/** A name or a value within a query. */
export function asParameter(text: string): string {
  return encodeURIComponent(wellFormed(text));
}

/** What cannot stand in a request line at all, spelled so that it can; the rest stays as it was written. */
export function asWritten(text: string): string {
  return wellFormed(text).replace(/[^\x21-\x7e]+/g, encodeURIComponent);
}

/** What was spelled so; as it is where it is no such spelling. */
export function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** Half of a pair of surrogates has no bytes. */
function wellFormed(text: string): string {
  return Buffer.from(text).toString();
}
