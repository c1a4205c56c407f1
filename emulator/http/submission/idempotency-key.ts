import type { Readings } from '../../../shared/questions/generated/readings.ts';
import { remembered } from '../../../shared/remembered.ts';
import { invalidFields } from '../../domain/errors.ts';

type Form = { minLength: number; maxLength: number; pattern?: string };
type FormReadings = Pick<Readings, 'idempotency_key_max_length' | 'idempotency_key_characters'>;

const UUID_LENGTH = 36;
const CHARACTERS = {
  visible_ascii: { pattern: '^[\\x21-\\x7e]+$', called: 'visible ASCII characters' },
  with_spaces: { pattern: '^[\\x20-\\x7e]+$', called: 'ASCII characters' },
  any: { pattern: null, called: 'characters' },
  uuid: { pattern: '^[0-9A-Fa-f]{8}(-[0-9A-Fa-f]{4}){3}-[0-9A-Fa-f]{12}$', called: 'characters of a UUID' },
} as const;

/** Reading 16: the maximum length and the allowed characters of a key. */
export function idempotencyKeyForm(readings: FormReadings): Form {
  const { idempotency_key_max_length: maxLength, idempotency_key_characters: characters } = readings;
  if (characters === 'uuid')
    return { minLength: UUID_LENGTH, maxLength: UUID_LENGTH, pattern: CHARACTERS.uuid.pattern };
  const { pattern } = CHARACTERS[characters];
  return { minLength: 1, maxLength, ...(pattern !== null && { pattern }) };
}

/** The key of a submission; null if it has none and none is required. */
export function parseIdempotencyKey(header: string | undefined, readings: Readings): string | null {
  const isMissing = header === undefined;
  if (isMissing && readings.idempotency_key === 'optional') return null;
  if (!isMissing && isIdempotencyKey(header, readings)) return header;
  throw invalidFields([{ path: 'Idempotency-Key', problem: isMissing ? 'is missing' : formText(readings) }]);
}

export function isIdempotencyKey(header: string, readings: FormReadings): boolean {
  const { minLength, maxLength, pattern } = idempotencyKeyForm(readings);
  if (header.length < minLength || header.length > maxLength) return false;
  return pattern === undefined || patternOf(pattern).test(header);
}

const patternOf = remembered((pattern) => new RegExp(pattern), 10);

function formText(readings: FormReadings): string {
  const { minLength, maxLength } = idempotencyKeyForm(readings);
  const length = minLength === maxLength ? maxLength : `${minLength} to ${maxLength}`;
  return `must be ${length} ${CHARACTERS[readings.idempotency_key_characters].called}`;
}
