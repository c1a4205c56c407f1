import { borrowImages } from '../../adapters/images/shared-images.ts';
import { wallClock } from '../../adapters/wall-clock.ts';
import type { ConfigInput } from '../../config.ts';
import { type Assembled, assembleEmulator } from '../../create.ts';
import { alwaysIn } from '../../vary/varied.ts';
import type { OutsideOf } from '../outside.ts';
import { preload } from '../preload.ts';
import type { Session } from '../session.ts';
import { comeToRest, goByTurns, resumeStart } from '../start-worlds.ts';

/** An emulator as it was when a recording began, with what is outside of it played. `begin` is called when its worlds are there. */
export async function openSession(session: Session, outsideOf: OutsideOf, begin: () => void): Promise<Assembled> {
  const { config, token, host, allowHosts, control, always } = session.head.start;
  const hasWorlds = session.entries.some((entry) => entry.do === 'world');
  const images = borrowImages();
  try {
    const assembled = await assembleEmulator(
      {
        ...(hasWorlds ? withoutContents(config) : config),
        listen: false,
        control,
        allowHosts,
        ...(token !== null && { token }),
        ...(host !== null && { host }),
        onUnexpected: () => {},
      },
      {
        images,
        wall: wallClock,
        onWarning: () => {},
        played: { outsideOf, resume: (worlds) => resumeStart(worlds, session), always: always && alwaysIn(always) },
      },
    );
    await preload(assembled.answerers);
    const hosts = [...assembled.worlds.entries.values()].map((entry) => entry.host);
    await comeToRest(hosts);
    begin();
    for (const one of hosts) goByTurns(one);
    return assembled;
  } catch (error) {
    await images.close();
    throw error;
  }
}

/** The worlds stand in the recording: files that the configuration names need not be there. */
function withoutContents(config: ConfigInput): ConfigInput {
  const { from: _, ...rest } = config;
  return { ...rest, assets: [], jobs: [], worlds: {} };
}
