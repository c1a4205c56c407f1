import { getContainerRuntimeClient } from 'testcontainers';

const LAST_LINES = 20;

/** What a container prints from its first line on, kept until no one needs it any more. */
export type Recording = { text(): string; stop(): void };

/** To be called before the container starts: one that ends at once is removed before its logs can be asked for. */
export async function recordOutput(containerId: string): Promise<Recording> {
  const { container } = await getContainerRuntimeClient();
  const stream = await container.attach(container.getById(containerId));
  let text = '';
  stream.on('data', (chunk) => {
    text += chunk;
  });
  return { text: () => text, stop: () => stream.destroy() };
}

/** What a container that runs has printed last; nothing where it is gone. */
export async function lastOutput(containerId: string): Promise<string> {
  try {
    const { container } = await getContainerRuntimeClient();
    const options = { follow: false as const, stdout: true, stderr: true, tail: LAST_LINES };
    return plainText(await container.getById(containerId).logs(options));
  } catch {
    return '';
  }
}

/** Removes a container that did not come up; most are gone already. */
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

/** Docker puts eight bytes before each piece of output: whose it is, and how long. */
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
