import { type Flags, type FlagTable, flagGroup, textFlag, textsFlag, UsageError } from '../../shared/command.ts';

const USUAL_PORT = 8080;
const STARTUP = 60_000;

export const CONTAINER_FLAGS = flagGroup('Server', {
  image: { about: 'start a container of this image for the run', value: 'NAME' },
  port: {
    about: 'with --image: port of the server in the container',
    value: 'N',
    default: `the exposed port, otherwise ${USUAL_PORT}`,
  },
  env: { about: 'with --image: environment variable of the container', value: 'A=B', multiple: true },
}) satisfies FlagTable;

type Container = { base_url: string; close(): Promise<void> };

/** Starts a container, and waits until it answers an HTTP request. */
export async function startContainer(image: string, flags: Flags): Promise<Container> {
  const given = portOf(textFlag(flags, 'port'));
  const environment = environmentOf(textsFlag(flags, 'env'));
  const testcontainers = await loadTestcontainers();
  const { GenericContainer, Wait } = testcontainers;
  let port = given ?? USUAL_PORT;
  try {
    port = given ?? onlyPort(await exposedPorts(image, testcontainers)) ?? USUAL_PORT;
    const isThere = Wait.forHttp('/v1/usage', port).forStatusCodeMatching(() => true);
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
  const problem = containerProblem(message);
  if (problem !== null) return problem;
  if (/not accessible|timeout|URL .* not/i.test(message))
    return `nothing answered on port ${port} of the container within ${STARTUP / 1000} s; name its port with --port`;
  return message;
}

async function exposedPorts(
  name: string,
  { getContainerRuntimeClient, ImageName }: typeof import('testcontainers'),
): Promise<string[]> {
  const { image } = await getContainerRuntimeClient();
  const wanted = ImageName.fromString(name);
  await image.pull(wanted);
  return Object.keys((await image.inspect(wanted)).Config.ExposedPorts ?? {});
}

/** The port of an image that exposes exactly one: `4010/tcp`. */
export function onlyPort(exposed: readonly string[]): number | null {
  const ports = exposed.flatMap((text) => /^(\d+)(?:\/tcp)?$/.exec(text)?.[1] ?? []);
  return ports.length === 1 ? Number(ports[0]) : null;
}

function portOf(text: string | undefined): number | null {
  if (text === undefined) return null;
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

/** Why no container can be started here with any image; null for another problem. */
export function containerProblem(message: string): string | null {
  if (/container runtime/i.test(message)) return 'no Docker engine answers; start one, or set DOCKER_HOST';
  if (/no such host|registry-1|dial tcp/i.test(message))
    return 'it is not on this machine, and no registry can be reached; build it first';
  if (/no such image|not found|pull access denied|manifest unknown|404/i.test(message))
    return 'the image exists neither locally nor in its registry; build it, or use another';
  return null;
}
