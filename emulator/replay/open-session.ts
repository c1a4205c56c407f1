import { borrowImages } from '../adapters/images/shared-images.ts';
import { wallClock } from '../adapters/wall-clock.ts';
import { type ConfigInput, configSchema } from '../control/schemas/config-input.ts';
import { type Assembled, assembleEmulator } from '../create.ts';
import { parseInput } from '../domain/values/bad-input.ts';
import type { OutsideOf } from '../record/outside.ts';
import { preload } from '../record/preload.ts';
import { saysAll } from '../record/says-all.ts';
import type { Session } from '../record/session.ts';
import { comeToRest, goByTurns } from '../record/start-worlds.ts';
import { DataProblem } from '../storage/data-problem.ts';
import { alwaysIn } from '../vary/varied.ts';
import { READS_NONE } from './free-outside.ts';
import { resumeStart } from './resume-start.ts';

/** An emulator as it was when a recording began, with what is outside of it played. `begin` is called when its worlds are there. */
export async function openSession(session: Session, outsideOf: OutsideOf, begin: () => void): Promise<Assembled> {
  const { token, host, allowHosts, control, always } = session.head.start;
  const config = configIn(
    session,
    session.entries.some((entry) => entry.do === 'world'),
  );
  const images = borrowImages();
  try {
    const assembled = await assembleEmulator(
      {
        ...config,
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

/** Only that: a session says neither what is written nor where, and what files hold stands in it. */
function configIn({ name, head }: Session, hasWorlds: boolean): ConfigInput {
  const { config } = head.start;
  try {
    parseInput(`${name}:1: start.config`, configSchema, config);
  } catch (error) {
    throw new DataProblem((error as Error).message);
  }
  if (hasWorlds) return withoutContents(config);
  if (saysAll(config)) return config;
  throw new DataProblem(`${name}:1: start.config names a file: ${READS_NONE}`);
}

/** The worlds stand in the recording: files that the configuration names need not be there. */
function withoutContents(config: ConfigInput): ConfigInput {
  const { from: _, ...rest } = config;
  return { ...rest, assets: [], jobs: [], worlds: {} };
}
