import { createPrivateKey, randomUUID, X509Certificate } from 'node:crypto';
import { link, lstat, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { isIP } from 'node:net';
import { homedir } from 'node:os';
import { join, resolve } from 'node:path';
import { causeOf, DataProblem } from '../../storage/data-problem.ts';
import { makeFolder, nullWhereMissing } from '../files/disk-files.ts';
import { type Certified, certify } from './certificate.ts';

/** A certificate that expires within this time is replaced. */
const RENEWED_BEFORE = 7 * 24 * 60 * 60 * 1000;
const ALWAYS = ['localhost', '127.0.0.1', '::1'];
/** The key, its certificate and the authority are in one file, so that they always match. */
const SERVER_FILE = 'server.pem';
const CA_FILE = 'ca.pem';
const OTHERS = 0o077;

/** `caFile` is the file that clients trust. */
export type KeptCertificate = Certified & { caFile: string };

export function userTlsFolder(env: NodeJS.ProcessEnv = process.env): string {
  const base = process.platform === 'win32' ? env['APPDATA'] : env['XDG_CONFIG_HOME'];
  return join(base || join(homedir(), '.config'), 'tryon-kit', 'tls');
}

/** The certificate in a folder. It is created if there is none for these names, or if it expires soon. */
export async function openTlsFolder(folder: string, names: readonly string[], now: number): Promise<KeptCertificate> {
  try {
    await makePrivate(folder);
    const used = await currentIn(folder, names, now);
    await publish(folder, used.ca, now);
    return { ...used, caFile: resolve(folder, CA_FILE) };
  } catch (error) {
    if (error instanceof DataProblem) throw error;
    throw new DataProblem(`the TLS folder ${folder} cannot be used: ${causeOf(error)}; --tls-dir names another one`);
  }
}

async function currentIn(folder: string, names: readonly string[], now: number): Promise<Certified> {
  const file = join(folder, SERVER_FILE);
  const kept = await readKept(file);
  const wanted = [...new Set([...ALWAYS, ...namesOf(kept), ...names])];
  if (kept !== null && isGood(kept, wanted, now)) return kept;
  const made = certify(wanted, now);
  const isNew = (await lstat(file).catch(nullWhereMissing)) === null;
  const isOurs = await replace(folder, file, `${made.key}${made.cert}${made.ca}`, isNew);
  // Another process was faster, and its certificate may contain fewer names.
  return isOurs ? made : currentIn(folder, names, now);
}

async function makePrivate(folder: string): Promise<void> {
  await makeFolder(folder);
  if (!isOpenToOthers(await stat(folder))) return;
  throw new DataProblem(
    `other users can open the TLS folder ${folder}: run chmod 700 on it, or name another with --tls-dir`,
  );
}

/** The content of a file; null if it does not exist, is damaged, or was accessible to others. */
async function readKept(file: string): Promise<Certified | null> {
  const found = await lstat(file).catch(nullWhereMissing);
  if (found?.isFile() !== true || isOpenToOthers(found)) return null;
  const [key = '', cert = '', ca = ''] = blocksOf(await readFile(file, 'utf8'));
  try {
    const isWhole = new X509Certificate(cert).checkPrivateKey(createPrivateKey(key));
    return isWhole && new X509Certificate(cert).verify(new X509Certificate(ca).publicKey) ? { key, cert, ca } : null;
  } catch {
    return null;
  }
}

function isOpenToOthers({ mode }: { mode: number }): boolean {
  return process.platform !== 'win32' && (mode & OTHERS) !== 0;
}

function blocksOf(text: string): string[] {
  return text.match(/-----BEGIN ([A-Z ]+)-----\n[\w+/=\n]+-----END \1-----\n/g) ?? [];
}

/** Whether a certificate contains all of these names and does not expire soon. */
function isGood({ cert }: Certified, names: readonly string[], now: number): boolean {
  const leaf = new X509Certificate(cert);
  const hasAll = names.every((name) => (isIP(name) === 0 ? leaf.checkHost(name) : leaf.checkIP(name)) !== undefined);
  return hasAll && Date.parse(leaf.validFrom) <= now && now + RENEWED_BEFORE < Date.parse(leaf.validTo);
}

/** Names of earlier requests are kept, because another project may use them. */
function namesOf(kept: Certified | null): string[] {
  const listed = kept === null ? '' : (new X509Certificate(kept.cert).subjectAltName ?? '');
  return [...listed.matchAll(/(?:DNS|IP Address):([^\s,]+)/g)].map(([, name = '']) => shortened(name));
}

/** Node writes out the zeros of an IPv6 address. */
function shortened(name: string): string {
  return isIP(name) === 6 ? new URL(`http://[${name}]`).hostname.slice(1, -1) : name;
}

/** Clients trust the current authority and the previous one, whose certificate a running emulator may still use. */
async function publish(folder: string, ca: string, now: number): Promise<void> {
  const file = join(folder, CA_FILE);
  const before = blocksOf((await readFile(file, 'utf8').catch(nullWhereMissing)) ?? '');
  if (before[0] === ca) return;
  const former = before.filter((pem) => pem !== ca && Date.parse(new X509Certificate(pem).validTo) > now);
  await replace(folder, file, [ca, ...former.slice(0, 1)].join(''), false);
}

/** Writes a private file atomically. With `isNew`, an existing file is kept and the result is false. */
async function replace(folder: string, file: string, text: string, isNew: boolean): Promise<boolean> {
  const draft = join(folder, `${randomUUID()}.part`);
  try {
    await writeFile(draft, text, { mode: 0o600, flag: 'wx' });
    if (!isNew) await rename(draft, file);
    else await link(draft, file);
    return true;
  } catch (error) {
    if (isNew && (error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  } finally {
    await rm(draft, { force: true });
  }
}
