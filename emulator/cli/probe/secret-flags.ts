import { type Flags, textFlag, UsageError } from '../../../shared/command.ts';
import { textOfNamed } from '../../../shared/named-file.ts';
import { causeOf } from '../../storage/data-problem.ts';

/** Where the secret is looked for when no flag names it. */
export const SECRET_VARIABLE = 'TRYON_WEBHOOK_SECRET';

/**
 * A secret that the user gives by a flag `NAME`, by `NAME-env` (a variable that holds it) or by `NAME-file`. No message
 * repeats it. Null where there is none.
 */
export function secretFlag(flags: Flags, name: string): string | null {
  const given = [name, `${name}-env`, `${name}-file`].filter((flag) => textFlag(flags, flag) !== undefined);
  if (given.length > 1)
    throw new UsageError(`${given.map((flag) => `--${flag}`).join(' and ')} say the same: give one`);
  const [flag] = given;
  if (flag === undefined) return null;
  const value = textFlag(flags, flag) ?? '';
  if (flag.endsWith('-env')) return present(process.env[value], `--${flag} ${value}: the variable is not set`);
  if (flag.endsWith('-file')) return present(fileText(flag, value), `--${flag} ${value}: the file is empty`);
  return present(value, `--${flag} is empty; it is shown once, when an endpoint is registered or its secret rotated`);
}

function present(text: string | undefined, problem: string): string {
  const secret = text?.trim() ?? '';
  if (secret === '') throw new UsageError(problem);
  return secret;
}

function fileText(flag: string, file: string): string {
  try {
    return textOfNamed(file);
  } catch (error) {
    throw new UsageError(`--${flag} ${file}: ${causeOf(error)}`);
  }
}

/** The secret of the receiver itself: a flag, or the variable that is looked at without one. */
export function ownSecret(flags: Flags): string {
  const secret = secretFlag(flags, 'secret') ?? process.env[SECRET_VARIABLE]?.trim() ?? '';
  if (secret !== '') return secret;
  throw new UsageError(
    `the secret of the receiver is missing: --secret whsec_…, --secret-env NAME, --secret-file FILE, or ${SECRET_VARIABLE}`,
  );
}
