import { UsageError } from '../../shared/command.ts';
import { urlOf } from '../host/servers.ts';
import type { PlayedSession } from './play-session.ts';

/** Has a session that was played answer requests, from where it stands. */
export async function serveSession(played: PlayedSession, port: number, sends: boolean) {
  played.leave(sends);
  const servers = await played.assembled.listen(port).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'EADDRINUSE') throw new UsageError(`port ${port} is taken: choose another with --port`);
    throw error;
  });
  return {
    url: urlOf(undefined, servers[0]),
    close: async () => {
      await Promise.all(servers.map((server) => server.close()));
    },
  };
}
