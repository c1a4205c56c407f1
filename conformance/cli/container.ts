import { type CliCommand, type Flags, textFlag, textsFlag, UsageError } from './command.ts';

export const CONTAINER_OPTIONS = {
  image: { type: 'string' },
  port: { type: 'string' },
  env: { type: 'string', multiple: true },
} as const satisfies CliCommand['options'];

const USUAL_PORT = 8080;
const STARTUP = 60_000;

export const CONTAINER_HELP = `  --image NAME        a container of this image, started for the run and stopped after it
  --port N            the port that it listens on (default ${USUAL_PORT})
  --env A=B           a variable of its environment (may be repeated)`;

export type Container = { base_url: string; close(): Promise<void> };

/** Starts a container of a candidate, and waits until it answers whatever it may answer. */
export async function startContainer(image: string, flags: Flags): Promise<Container> {
  const port = portOf(textFlag(flags, 'port'));
  const environment = environmentOf(textsFlag(flags, 'env'));
  const { GenericContainer, Wait } = await loadTestcontainers();
  const isThere = Wait.forHttp('/v1/usage', port).forStatusCodeMatching(() => true);
  try {
    const started = await new GenericContainer(image)
      .withEnvironment(environment)
      .withExposedPorts(port)
      .withWaitStrategy(isThere)
      .withStartupTimeout(STARTUP)
      .start();
    const host = started.getHost();
    return {
      base_url: `http://${host.includes(':') ? `[${host}]` : host}:${started.getMappedPort(port)}`,
      close: async () => {
        await started.stop();
      },
    };
  } catch (error) {
    throw new UsageError(`--image ${image}: ${reasonOf(error, port)}`);
  }
}

async function loadTestcontainers(): Promise<typeof import('testcontainers')> {
  try {
    return await import('testcontainers');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ERR_MODULE_NOT_FOUND') throw error;
    throw new UsageError('--image needs a package that is not installed: npm install --save-dev testcontainers');
  }
}

function reasonOf(error: unknown, port: number): string {
  const message = error instanceof Error ? error.message : String(error);
  if (/container runtime/i.test(message)) return 'no Docker engine answers; start one, or set DOCKER_HOST';
  if (/no such host|registry-1|dial tcp/i.test(message))
    return 'it is not on this machine, and no registry can be reached; build it first';
  if (/no such image|not found|pull access denied|manifest unknown|404/i.test(message))
    return 'there is no such image here or in its registry; build it, or name another';
  if (/not accessible|timeout|URL .* not/i.test(message))
    return `nothing answered on port ${port} of the container within ${STARTUP / 1000} s; name its port with --port`;
  return message;
}

function portOf(text: string | undefined): number {
  if (text === undefined) return USUAL_PORT;
  const port = /^\d{1,5}$/.test(text) ? Number(text) : 0;
  if (port >= 1 && port <= 65_535) return port;
  throw new UsageError(`--port must be the port that the container listens on, 1 to 65535, not ${text}`);
}

function environmentOf(pairs: readonly string[]): Record<string, string> {
  return Object.fromEntries(
    pairs.map((pair) => {
      const at = pair.indexOf('=');
      if (at < 1) throw new UsageError(`--env must be NAME=value, not ${pair}`);
      return [pair.slice(0, at), pair.slice(at + 1)];
    }),
  );
}
