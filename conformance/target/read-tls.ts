import { dirname, resolve } from 'node:path';
import { createSecureContext } from 'node:tls';
import { textOfNamed } from '../../shared/named-file.ts';
import { childOf, type Node, type Place } from '../suite/yaml/node.ts';
import type { Problem } from '../suite/yaml/problem.ts';
import type { TlsConfig } from './connection.ts';
import type { TargetFile } from './target-file.ts';

/** The files that a target file names are found from where it stands; each is tried before anything is asked. */
export function readTls(file: string, said: TargetFile['tls'], document: Node, problems: Problem[]): TlsConfig {
  const node = childOf(document, 'tls');
  const placeOf = (name: string): Place => childOf(node, name)?.place ?? node?.place ?? document.place;
  const refuse = (name: string, message: string) =>
    void problems.push({ place: placeOf(name), message: `tls.${name} ${message}` });
  const read = (name: 'ca' | 'cert' | 'key'): string | null => {
    const path = said[name];
    if (path === undefined) return null;
    try {
      const text = textOfNamed(resolve(dirname(file), path));
      if (text.includes('-----BEGIN ')) return text;
      refuse(name, `names ${path}, which is no PEM file: it must have a line that begins with -----BEGIN`);
    } catch {
      refuse(name, `names ${path}, which cannot be read; it is looked for beside the target file`);
    }
    return null;
  };
  const before = problems.length;
  const tls = { ca: read('ca'), cert: read('cert'), key: read('key'), insecure: said.insecure };
  if (problems.length > before) return tls;
  if ((tls.cert === null) !== (tls.key === null))
    refuse(tls.cert === null ? 'key' : 'cert', 'needs the other half: give tls.cert and tls.key together');
  else checkTogether(tls, refuse);
  return tls;
}

function checkTogether({ ca, cert, key }: TlsConfig, refuse: (name: string, message: string) => void): void {
  if (!canUse(() => ca !== null && createSecureContext({ ca }))) refuse('ca', 'is no certificate that can be used');
  if (!canUse(() => cert !== null && key !== null && createSecureContext({ cert, key })))
    refuse(
      'key',
      'is not the key of tls.cert, or it is locked with a password: give the plain key of that certificate',
    );
}

function canUse(make: () => unknown): boolean {
  try {
    make();
    return true;
  } catch {
    return false;
  }
}
