import type { StartedTestContainer } from 'testcontainers';
import { type ControlCall, callControl, RemoteError } from '../emulator/remote/control-call.ts';
import { lastOutput, withOutput } from './container-output.ts';

/** The port on which the emulator listens in its container. */
export const PORT = 4010;

type Container = Pick<StartedTestContainer, 'getHost' | 'getId' | 'getMappedPort'>;

export function baseUrlOf(container: Container): string {
  const host = container.getHost();
  return `http://${host.includes(':') ? `[${host}]` : host}:${container.getMappedPort(PORT)}`;
}

/** Returns a function for control calls to the container, by world. Errors include the last output of the container. */
export function callsInto(container: Container, token: string): (world?: string) => ControlCall {
  const fail = async (error: unknown): Promise<never> => {
    if (!(error instanceof RemoteError)) throw error;
    const message = withOutput(error.message, await lastOutput(container.getId()));
    throw new RemoteError(error.status, message, { cause: error });
  };
  // Reads the address for each call, because the port changes after a restart.
  return (world) => (method, path, body, signal) =>
    callControl<never>({ url: baseUrlOf(container), token, world }, method, path, body, signal).catch(fail);
}
