import { onTestFinished } from 'vitest';
import type { Emulator, EmulatorOptions } from '../../index.ts';
import { emulatorFor } from '../../testing/client.ts';
import { type Answerer, openReceivingServer } from '../../testing/receiving-server.ts';

type Registration = Partial<Parameters<Emulator['webhooks']['register']>[0]>;

/** An emulator with one endpoint, whose server answers in this way and closes with the test. */
export async function hooked(
  answer: Answerer | number = 200,
  options: EmulatorOptions = {},
  registration: Registration = {},
) {
  const server = await openReceivingServer(answer);
  onTestFinished(server.close);
  const { emulator, client } = await emulatorFor(options);
  const { id, secret } = emulator.webhooks.register({ url: server.url, ...registration });
  return { server, emulator, client, id, secret };
}
