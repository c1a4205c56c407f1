/** Encodes a text as one segment of a path: no part of it begins another segment, a query or a fragment. */
export function asSegment(text: string): string {
  return wellFormed(text).replace(/[^\w\-.~!$&'()*+,;=:@]+/g, encodeURIComponent);
}

/** Encodes a name or a value for a query. */
export function asParameter(text: string): string {
  return encodeURIComponent(wellFormed(text));
}

/** Encodes only what a request line cannot contain. */
export function asWritten(text: string): string {
  return wellFormed(text).replace(/[^\x21-\x7e]+/g, encodeURIComponent);
}

/** Replaces lone surrogates, which UTF-8 cannot encode. */
function wellFormed(text: string): string {
  return text.replace(/\p{Surrogate}/gu, '\ufffd');
}
