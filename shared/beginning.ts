/** The beginning of a text, by itself: a part that `slice` gives keeps all of the text in memory. */
export function beginningOf(text: string, length: number): string {
  return Buffer.from(text.slice(0, length), 'utf16le').toString('utf16le');
}
