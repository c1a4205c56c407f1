import { getContainerRuntimeClient } from 'testcontainers';

const LAST_LINES = 20;

/** The output of a container from its first line, recorded until `stop`. */
export type Recording = { text(): string; stop(): void };

/** Call it before the container starts: a container that ends immediately is removed before its logs can be read. */
export async function recordOutput(containerId: string): Promise<Recording> {
  const { container } = await getContainerRuntimeClient();
  const stream = await container.attach(container.getById(containerId));
  let text = '';
  stream.on('data', (chunk) => {
    text += chunk;
  });
  return { text: () => text, stop: () => stream.destroy() };
}

/** The last output of a running container; empty if it has been removed. */
export async function lastOutput(containerId: string): Promise<string> {
  try {
    const { container } = await getContainerRuntimeClient();
    const options = { follow: false as const, stdout: true, stderr: true, tail: LAST_LINES };
    return plainText(await container.getById(containerId).logs(options));
  } catch {
    return '';
  }
}

/** Removes a container that failed to start. Most are already gone. */
export async function removeContainer(containerId: string): Promise<void> {
  const { container } = await getContainerRuntimeClient();
  await container
    .getById(containerId)
    .remove({ force: true, v: true })
    .catch(() => undefined);
}

export function withOutput(message: string, output: string): string {
  const lines = output.trimEnd().split('\n').slice(-LAST_LINES);
  return output.trim() === ''
    ? message
    : `${message}\nThe container printed:\n${lines.map((line) => `  ${line}`).join('\n')}`;
}

/** Removes the eight bytes that Docker puts before each chunk of output: its stream and its length. */
export function plainText(frames: Buffer): string {
  let text = '';
  let at = 0;
  while (at + 8 <= frames.length) {
    const end = at + 8 + frames.readUInt32BE(at + 4);
    text += frames.toString('utf8', at + 8, end);
    at = end;
  }
  return text;
}
