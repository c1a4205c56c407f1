/** A text encoded as one segment of a path: no part of it begins another segment, a query or a fragment. */
export function asSegment(text: string): string {
  return wellFormed(text).replace(/[^\w\-.~!$&'()*+,;=:@]+/g, encodeURIComponent);
}

/** A name or a value within a query. */
export function asParameter(text: string): string {
  return encodeURIComponent(wellFormed(text));
}

/** Encodes what a request line cannot hold; the rest is written unchanged. */
export function asWritten(text: string): string {
  return wellFormed(text).replace(/[^\x21-\x7e]+/g, encodeURIComponent);
}

/** The decoded text; the text itself where it is not validly encoded. */
export function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** A text without lone surrogates, which have no bytes in UTF-8. */
function wellFormed(text: string): string {
  return Buffer.from(text).toString();
}
