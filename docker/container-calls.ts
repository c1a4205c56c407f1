import type { StartedTestContainer } from 'testcontainers';
import { type ControlCall, callControl, RemoteError } from '../emulator/remote/control-call.ts';
import { lastOutput, withOutput } from './container-output.ts';

/** The port that the emulator listens on within its container. */
export const PORT = 4010;

type Container = Pick<StartedTestContainer, 'getHost' | 'getId' | 'getMappedPort'>;

/** Where clients on this machine reach the container. */
export function baseUrlOf(container: Container): string {
  const host = container.getHost();
  return `http://${host.includes(':') ? `[${host}]` : host}:${container.getMappedPort(PORT)}`;
}

/** Control calls into a container, by the world that they are for. What fails says what the container printed last. */
export function callsInto(container: Container, token: string): (world?: string) => ControlCall {
  const fail = async (error: unknown): Promise<never> => {
    if (!(error instanceof RemoteError)) throw error;
    const message = withOutput(error.message, await lastOutput(container.getId()));
    throw new RemoteError(error.status, message, { cause: error });
  };
  // The address is asked for each time: after a restart the port is another.
  return (world) => (method, path, body, signal) =>
    callControl<never>({ url: baseUrlOf(container), token, world }, method, path, body, signal).catch(fail);
}
