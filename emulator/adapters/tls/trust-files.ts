import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { rootCertificates } from 'node:tls';

/** Programs that read these variables trust only the content of the file. */
const WHOLE = ['SSL_CERT_FILE', 'REQUESTS_CA_BUNDLE', 'CURL_CA_BUNDLE'];
/** Node trusts the content of this file in addition. */
const FURTHER = 'NODE_EXTRA_CA_CERTS';

/** The files in which systems keep the authorities that they trust. */
const SYSTEM_FILES = [
  '/etc/ssl/certs/ca-certificates.crt',
  '/etc/pki/tls/certs/ca-bundle.crt',
  '/etc/ssl/ca-bundle.pem',
  '/etc/ssl/cert.pem',
];

export type TrustFiles = { env: NodeJS.ProcessEnv; remove(): void };

/** Writes private files that add an authority to those that programs trusted before, by variable or by system. */
export function writeTrustFiles(ca: string, env: NodeJS.ProcessEnv, systemFiles = SYSTEM_FILES): TrustFiles {
  const folder = mkdtempSync(join(tmpdir(), 'tryon-tls-'));
  const trusted = (name: string, before: string) => {
    const file = join(folder, `${name}.pem`);
    writeFileSync(file, `${before.trim()}\n${ca}`.trimStart(), { mode: 0o600 });
    return [name, file];
  };
  const system = () => textIn(systemFiles.find((file) => existsSync(file))) ?? rootCertificates.join('\n');
  const files = [
    trusted(FURTHER, textIn(env[FURTHER]) ?? ''),
    ...WHOLE.map((name) => trusted(name, textIn(env[name]) ?? system())),
  ];
  return { env: Object.fromEntries(files), remove: () => rmSync(folder, { recursive: true, force: true }) };
}

/** The text of a file; null if it is not a file, such as a folder of certificates. */
function textIn(file: string | undefined): string | null {
  if (file === undefined || file === '') return null;
  return statSync(file, { throwIfNoEntry: false })?.isFile() === true ? readFileSync(file, 'utf8') : null;
}
