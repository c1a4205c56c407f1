/** The first picture in a multipart form, with its type; null where there is none. */
export function unwrapForm(contentType = '', body: Uint8Array): { type: string; bytes: Uint8Array } | null {
  const [, quoted, bare] = /^multipart\/.*;\s*boundary=(?:"([^"]+)"|([^\s;]+))/i.exec(contentType) ?? [];
  const boundary = quoted ?? bare;
  if (boundary === undefined) return null;
  const form = Buffer.from(body.buffer, body.byteOffset, body.byteLength);
  for (const part of partsOf(form, `--${boundary}`)) {
    const end = part.indexOf('\r\n\r\n');
    const type = /^content-type:\s*(image\/[^\s;]+)/im.exec(part.toString('latin1', 0, Math.max(0, end)))?.[1];
    if (type !== undefined) return { type: type.toLowerCase(), bytes: part.subarray(end + 4) };
  }
  return null;
}

/** What stands between two marks, without the line end before the second. */
function partsOf(form: Buffer, mark: string): Buffer[] {
  const parts: Buffer[] = [];
  let at = form.indexOf(mark);
  for (let next = form.indexOf(`\r\n${mark}`, at); at >= 0 && next >= 0; next = form.indexOf(`\r\n${mark}`, at)) {
    parts.push(form.subarray(at + mark.length + 2, next));
    at = next + 2;
  }
  return parts;
}
