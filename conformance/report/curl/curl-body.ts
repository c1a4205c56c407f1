import type { BodyRecord, Exchange } from '../../effects/http/exchange.ts';
import { hereText, quoted, type Stand, withinQuotes } from './shell-text.ts';

/** The lines of a script that make a body, and the arguments of curl that send it. */
export type BodyPart = { before: readonly string[]; arguments: readonly string[]; needsFaces: boolean };

/** A longer text is sent as spaces of the same length: only its size can matter. */
const LONGEST_TEXT = 64 * 1024;
const END = 'END_OF_BODY';

export function bodyLines({ method, body }: Exchange['request'], nth: number, stands: readonly Stand[]): BodyPart {
  if (body.kind === 'none')
    return { before: [], arguments: method === 'POST' ? ["--data-binary ''"] : [], needsFaces: false };
  if (body.kind === 'bytes') return bytesLines(body, nth);
  const file = `"$work/${nth}.request"`;
  const send = { arguments: [`--data-binary @${file}`], needsFaces: false };
  const size = Buffer.byteLength(body.text);
  if (size > LONGEST_TEXT) {
    const filler = `head -c ${size} /dev/zero | tr '\\0' ' ' > ${file} # as long as the body was`;
    return { before: [filler], ...send };
  }
  if (!canStandHere(body.text))
    return { before: [`printf '%s' ${quoted(body.text, stands, 'body')} > ${file}`], ...send };
  return { before: [`cat > ${file} <<${END}`, hereText(body.text, stands), END], ...send };
}

/** Whether a here-document can hold the text: it adds a line break, which JSON ignores. */
function canStandHere(text: string): boolean {
  try {
    JSON.parse(text);
    return !text.split('\n').includes(END);
  } catch {
    return false;
  }
}

function bytesLines({ size, sha256, fixture, image }: Extract<BodyRecord, { kind: 'bytes' }>, nth: number): BodyPart {
  if (fixture !== undefined) {
    const name = fixture.split('/').at(-1) ?? fixture;
    return { before: [], arguments: [`--data-binary @"$FACES/${withinQuotes(name, [], 'header')}"`], needsFaces: true };
  }
  const file = `"$work/${nth}.request"`;
  if (size > LONGEST_TEXT && image?.decodable !== true)
    return {
      before: [`head -c ${size} /dev/zero > ${file} # as long as the body was`],
      arguments: [`--data-binary @${file}`],
      needsFaces: false,
    };
  const variable = `BYTES_${nth}`;
  return {
    before: [
      `# ${size} bytes that were not kept; their SHA-256 is ${sha256}`,
      `: "\${${variable}:?set it to the name of a file with them}"`,
    ],
    arguments: [`--data-binary @"$${variable}"`],
    needsFaces: false,
  };
}
