import { execFileSync, spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** A server or a client that was written without a look at this project, and the command that starts or tests it. */
export type Stranger = {
  name: string;
  folder: string;
  /** A program that must be installed. */
  needs: string;
  /** Builds it into a file below the given folder. */
  build?(into: string): readonly string[];
  command(at: { folder: string; into: string }): readonly string[];
};

const TSX = [process.execPath, '--import', import.meta.resolve('tsx')];
const folderOf = (path: string) => fileURLToPath(new URL(path, import.meta.url));

export const SERVERS: readonly Stranger[] = [
  {
    name: 'python',
    folder: folderOf('servers/python'),
    needs: 'python3',
    command: ({ folder }) => [python(), join(folder, 'server.py')],
  },
  {
    name: 'go',
    folder: folderOf('servers/go'),
    needs: 'go',
    build: (into) => ['go', 'build', '-o', join(into, 'server'), '.'],
    command: ({ into }) => [join(into, 'server')],
  },
  {
    name: 'hono',
    folder: folderOf('servers/hono'),
    needs: process.execPath,
    command: ({ folder }) => [...TSX, join(folder, 'server.ts')],
  },
];

export const CLIENTS: readonly Stranger[] = [
  {
    name: 'typescript',
    folder: folderOf('clients/typescript'),
    needs: process.execPath,
    command: ({ folder }) => [...TSX, '--test', join(folder, 'client.test.ts')],
  },
  {
    name: 'python',
    folder: folderOf('clients/python'),
    needs: 'python3',
    command: ({ folder }) => [python(), '-m', 'unittest', 'discover', '-s', folder, '-v'],
  },
  {
    name: 'go',
    folder: folderOf('clients/go'),
    needs: 'go',
    build: (into) => ['go', 'test', '-c', '-o', join(into, 'client'), '.'],
    command: ({ into }) => [join(into, 'client'), '-test.v'],
  },
];

/** Returns its command, built if necessary; null if a program that it needs is not installed. */
export function readied({ folder, needs, build, command }: Stranger, into: string): readonly string[] | null {
  if (spawnSync(needs, [needs === 'go' ? 'version' : '--version']).status !== 0) return null;
  const [program, ...args] = build?.(into) ?? [];
  const env = { ...process.env, GOFLAGS: '-mod=mod' };
  if (program !== undefined) execFileSync(program, args, { cwd: folder, stdio: ['ignore', 'inherit', 'inherit'], env });
  return command({ folder, into });
}

/** The command `python3` may be a wrapper script of a version manager, which takes longer to start than Python itself. */
function python(): string {
  return execFileSync('python3', ['-c', 'import sys; print(sys.executable)'], { encoding: 'utf8' }).trim();
}
