import { isIP } from 'node:net';
import { join } from 'node:path';
import { type Flags, portFlag, textFlag, textsFlag, UsageError } from '../../../shared/command.ts';
import type { KeptCertificate } from '../../adapters/tls/tls-folder.ts';
import { wallClock } from '../../adapters/wall-clock.ts';
import { dataDirOf } from '../open-emulator.ts';

export const DEFAULT_HTTPS_PORT = 4443;

export const SERVICE_HOST = {
  about: 'host name of the service that your client calls',
  value: 'NAME',
  multiple: true,
} as const;

export const HTTPS_FLAGS = {
  https: { about: 'also answer over TLS, with a certificate made on this machine' },
  'https-port': { about: 'with --https: port; 0 selects a free one', value: 'N', default: String(DEFAULT_HTTPS_PORT) },
  'tls-dir': {
    about: 'with --https: folder of the certificate',
    value: 'DIR',
    default: 'tls in --data-dir, else in the user configuration',
  },
  'service-host': { ...SERVICE_HOST, about: 'with --https: further host name in the certificate' },
} as const;

/** The certificate and the port for `--https`. The code for certificates is loaded only then. */
export async function httpsOf(flags: Flags): Promise<(KeptCertificate & { port: number }) | undefined> {
  if (flags['https'] !== true) {
    refuseAlone(flags);
    return undefined;
  }
  const port = portFlag(flags, 'https-port', DEFAULT_HTTPS_PORT);
  const host = textFlag(flags, 'host') ?? '';
  const names = [...serviceHosts(flags), ...(/^(?:0\.0\.0\.0|::|)$/.test(host) ? [] : [host])];
  const dataDir = dataDirOf(flags);
  const { openTlsFolder, userTlsFolder } = await import('../../adapters/tls/tls-folder.ts');
  const folder = textFlag(flags, 'tls-dir') ?? (dataDir === undefined ? userTlsFolder() : join(dataDir, 'tls'));
  if (folder === '') throw new UsageError('--tls-dir must not be empty: set a folder, or remove the flag');
  return { ...(await openTlsFolder(folder, names, wallClock.now())), port };
}

function refuseAlone(flags: Flags): void {
  const alone = ['https-port', 'tls-dir', 'service-host'].find((name) => flags[name] !== undefined);
  if (alone !== undefined) throw new UsageError(`--${alone} needs --https`);
}

export function serviceHosts(flags: Flags): string[] {
  const names = textsFlag(flags, 'service-host');
  const wrong = names.find((name) => isIP(name) === 0 && !/^(?!.*\.\.)[a-z\d][a-z\d._-]{0,252}$/i.test(name));
  if (wrong === undefined) return names.map((name) => name.toLowerCase().replace(/\.$/, ''));
  throw new UsageError(
    `--service-host must be a host name without https:// and port, such as api.example.com, not ${wrong}`,
  );
}
