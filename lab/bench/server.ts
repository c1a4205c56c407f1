import { once } from 'node:events';
import { type Command, startChild } from './children.ts';

/** A server in a process of its own, which answers the bench's questions (servers/child.mjs). */
export type Server = { url: string; ask(question: string, about?: unknown): Promise<unknown>; stop(): Promise<void> };

export async function startServer(command: Command): Promise<Server> {
  const { process: child, address, ended } = startChild(command, ['ignore', 'pipe', 'inherit', 'ipc']);
  const url = await address;
  return {
    url,
    ask: async (question, about) => {
      const answered = once(child, 'message');
      child.send({ ask: question, about });
      const [message] = await Promise.race([answered, ended]);
      return (message as { answer: unknown }).answer;
    },
    stop: async () => {
      child.disconnect();
      await ended.catch(() => {});
    },
  };
}
