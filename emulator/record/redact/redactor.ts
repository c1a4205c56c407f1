import { withPlainKeys } from '../../domain/test-control/exchange.ts';
import { createPictures } from './pictures.ts';
import { createSecrets } from './secrets.ts';
import { withWorldFiles, worldFileLines, worldFilesIn, worldFileText } from './world-file-text.ts';

/** Gives each line of a session in turn without what nobody else may see. */
export type Redactor = (line: string) => Promise<string>;

/** Keys and secrets are replaced, the same by the same; pictures by drawn ones of their size and type. */
export function createRedactor(): Redactor {
  const secrets = createSecrets();
  const pictures = createPictures();
  const hide = (text: string) => pictures.hide(secrets.hide(text));

  const findInWorldFile = async (text: string): Promise<void> => {
    for (const line of worldFileLines(text)) {
      const row = JSON.parse(line);
      secrets.find(row);
      if (row[0] === 'picture') await pictures.standIn(row[2]);
    }
  };

  return async (line) => {
    const entry = JSON.parse(line, (_, value) => (typeof value === 'string' ? withPlainKeys(value) : value));
    if ('file' in entry) entry.redacted = true;
    secrets.find(entry);
    await pictures.find(entry);
    for (const text of worldFilesIn(entry)) await findInWorldFile(text);
    const hidden = JSON.parse(hide(JSON.stringify(entry)));
    // What they have at their end follows from what stands before.
    return `${JSON.stringify(withWorldFiles(hidden, (text) => worldFileText(worldFileLines(text))))}\n`;
  };
}
