/** A separate copy of the beginning of a text: a part that `slice` returns keeps the whole text in memory. */
export function beginningOf(text: string, length: number): string {
  return Buffer.from(text.slice(0, length), 'utf16le').toString('utf16le');
}
