/** Decodes a part of a URL. Returns the text itself if its encoding is invalid. */
export function decoded(text: string, decode: (encoded: string) => string = decodeURIComponent): string {
  try {
    return decode(text);
  } catch {
    return text;
  }
}
