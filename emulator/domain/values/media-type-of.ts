/** Detected from the first bytes: an upload that was accepted without a check may be anything. */
export function mediaTypeOf(bytes: Uint8Array): string | undefined {
  const start = Buffer.from(bytes.subarray(0, 12)).toString('latin1');
  if (start.startsWith('\u0089PNG')) return 'image/png';
  if (start.startsWith('\u00ff\u00d8')) return 'image/jpeg';
  return start.startsWith('RIFF') && start.endsWith('WEBP') ? 'image/webp' : undefined;
}
