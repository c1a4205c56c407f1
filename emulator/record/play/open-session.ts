import { borrowImages } from '../../adapters/images/shared-images.ts';
import { wallClock } from '../../adapters/wall-clock.ts';
import { type ConfigInput, configSchema } from '../../config.ts';
import { type Assembled, assembleEmulator } from '../../create.ts';
import { parseInput } from '../../domain/values/bad-input.ts';
import { DataProblem } from '../../storage/data-problem.ts';
import { alwaysIn } from '../../vary/varied.ts';
import type { OutsideOf } from '../outside.ts';
import { preload } from '../preload.ts';
import type { Session } from '../session.ts';
import { comeToRest, goByTurns } from '../start-worlds.ts';
import { resumeStart } from './resume-start.ts';

/** An emulator as it was when a recording began, with what is outside of it played. `begin` is called when its worlds are there. */
export async function openSession(session: Session, outsideOf: OutsideOf, begin: () => void): Promise<Assembled> {
  const { token, host, allowHosts, control, always } = session.head.start;
  const config = configIn(session);
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

/** No option beside it: a session says neither what is written nor where. */
function configIn({ name, head }: Session): ConfigInput {
  try {
    parseInput(`${name}:1: start.config`, configSchema, head.start.config);
    return head.start.config;
  } catch (error) {
    throw new DataProblem((error as Error).message);
  }
}

/** The worlds stand in the recording: files that the configuration names need not be there. */
function withoutContents(config: ConfigInput): ConfigInput {
  const { from: _, ...rest } = config;
  return { ...rest, assets: [], jobs: [], worlds: {} };
}
