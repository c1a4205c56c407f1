import type { Answerers } from '../../adapters/answerers.ts';
import { diskFiles } from '../../adapters/files/disk-files.ts';
import { version } from '../../adapters/version.ts';
import { jsonReply } from '../../control/reply.ts';
import type { Config } from '../../control/schemas/config-input.ts';
import { ApiError } from '../../domain/errors.ts';
import { mintId } from '../../domain/values/ids.ts';
import { withLength } from '../../http/answer.ts';
import { errorAnswer } from '../../http/refusal.ts';
import type { HostPorts } from '../../runtime/world-host.ts';
import { type DataFolder, openDataFolder } from '../../storage/data-folder.ts';
import type { FileSystem } from '../../storage/file-system.ts';
import type { KeptBlobs } from '../../storage/kept-blobs.ts';
import type { WallClock } from '../../world/ports.ts';
import type { Service, WireReply } from '../../world/wire.ts';
import { loadDeviator } from '../load-deviator.ts';
import type { Worlds } from '../worlds.ts';
import { keptWorld } from './kept-config.ts';
import { resumeWorlds } from './kept-worlds.ts';

/** Where an emulator stores its state. Answers over HTTP wait until it is stored; calls in code do not. */
export type KeptData = {
  readonly dir: string;
  /** Resolves when everything done so far is stored. */
  synced(): Promise<void>;
  /** Writes all worlds completely: earlier changes, and what is past its retention, are removed from the disk. */
  compact(): Promise<void>;
};

/** Stores the state of an emulator in a data directory. */
export type Keeping = {
  readonly data: DataFolder;
  readonly shown: KeptData;
  /** The ports of its worlds, through which their state is stored. */
  ports<Ports extends Pick<HostPorts, 'blobs' | 'sender'>>(ports: Ports): Ports & Pick<HostPorts, 'keeper'>;
  /** Answers that are sent when the changes that they report are stored. */
  answerers(answerers: Answerers): Answerers;
  resume(worlds: Worlds): Promise<void>;
  /** Stores everything that exists so far, and later changes. */
  begin(): Promise<void>;
  close(): Promise<void>;
  /** Releases the directory without changing it. */
  abandon(): Promise<void>;
};

type KeepingParts = { config: Config; wall: WallClock; acceptLoss: boolean; onWarning(text: string): void };

/** How often an active emulator is written completely, so that what is past its retention is removed from the disk. */
const INTERVAL = 10 * 60_000;
/** If the disk cannot be written, how long a delivery waits before the next attempt. */
const NEXT_TRY = 1_000;

export async function openKeeping(
  where: string | FileSystem,
  { config, wall, acceptLoss, onWarning }: KeepingParts,
): Promise<Keeping> {
  const files = typeof where === 'string' ? diskFiles(where) : where;
  const data = await openDataFolder(files, {
    makeWorld: keptWorld,
    loadDeviator,
    acceptLoss,
    version: version(),
    turn: wall.turn,
    onTrouble: ({ message }) => onWarning(message),
  });
  let blobs: KeptBlobs | null = null;
  let [isClosed, alarm] = [false, { cancel: () => {} }];
  const writeLater = () => {
    alarm = wall.callAt(wall.now() + INTERVAL, () => {
      // An error has already been reported.
      data.checkpoint().catch(() => {});
      writeLater();
    });
  };
  const untilKept = async () => {
    for (;;) {
      const isKept = await (data.synced() ?? Promise.resolve()).then(
        () => true,
        () => false,
      );
      if (isKept || isClosed) return;
      await wall.sleep(NEXT_TRY);
    }
  };
  return {
    data,
    shown: { dir: data.name, synced: async () => void (await data.synced()), compact: data.compact },
    ports: (ports) => {
      blobs = data.blobsOver(ports.blobs);
      const { sender } = ports;
      // Nothing that might be lost is visible outside.
      const send: typeof sender.send = (request) => untilKept().then(() => sender.send(request));
      return { ...ports, blobs, sender: { ...sender, send }, keeper: data.book };
    },
    answerers: (answerers) => keptAnswerers(answerers, data, config),
    resume: async (worlds) => {
      if (blobs !== null) await resumeWorlds(worlds, { data, files, blobs, acceptLoss, config });
    },
    begin: async () => {
      await data.begin();
      writeLater();
    },
    close: async () => {
      isClosed = true;
      alarm.cancel();
      await data.close();
    },
    abandon: async () => {
      isClosed = true;
      await data.abandon();
    },
  };
}

function keptAnswerers({ service, beside, wall }: Answerers, data: DataFolder, config: Config): Answerers {
  let refused = 0;
  const refuse = () => {
    refused += 1;
    const error = new ApiError('service_unavailable', {
      because: { rule: 'DATA-KEPT', section: '-', compared: { data: data.name } },
    });
    const requestId = mintId('req', `${config.seed} unkept`, refused);
    return { answer: withLength(errorAnswer(error, requestId)), harm: null };
  };
  const kept =
    (answering: Service, otherwise: (error: Error) => WireReply): Service =>
    async (request) => {
      const reply = await answering(request);
      const synced = data.synced();
      return synced === null ? reply : synced.then(() => reply, otherwise);
    };
  const refuseCall = ({ message }: Error) => jsonReply({ error: { message } }, 507);
  return {
    wall,
    service: kept(service, refuse),
    beside: beside && { ...beside, load: async () => kept(await beside.load(), refuseCall) },
  };
}
