import type { ReceiverConfig } from '../../target/target.ts';
import { openReceiver, type Receiver } from './receiver.ts';

/** One receiver serves a whole run; it is opened when the first scenario wants it. */
export type ReceiverSource = {
  /** An endpoint that a person registered: all that it gets comes to one address, whoever it is for. */
  shared: { secret: string; environment: string | null } | null;
  get(): Promise<Receiver>;
  close(): Promise<void>;
};

/** A person registers an endpoint for the environment of the key that is used first. */
export function receiverSource(config: ReceiverConfig | null, environment: string | null): ReceiverSource {
  let opened: Promise<Receiver> | null = null;
  const { host, port } = config?.listen ?? { host: '127.0.0.1', port: 0 };
  const secret = config?.secret ?? null;
  return {
    shared: secret === null ? null : { secret, environment },
    get: () => {
      opened ??= openReceiver({ host, port, public_url: config?.public_url ?? null });
      return opened;
    },
    close: async () => (await opened?.catch(() => null))?.close(),
  };
}
