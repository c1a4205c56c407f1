import type { JobError, RenderedImage } from '../domain/output.ts';
import type { Finding } from '../domain/pixels/skin.ts';
import type { Submission } from '../domain/submission.ts';
import type { AuditEvent } from '../domain/test-control/audit-event.ts';
import type { LogEvent } from '../domain/test-control/log-event.ts';
import type { MediaType, ResultMediaType } from '../domain/vocabulary.ts';
import type { DeliveryRequest } from './edges.ts';
import type { AttemptOutcome } from './verbs/record-attempt.ts';

/** What the emulator needs from its environment; adapters/ implements it. */

/** Stores bytes by their digest. */
export type BlobStore = {
  /**
   * With a source, the bytes may be dropped from memory and loaded again. Throws `NoRoom` if they can be neither kept
   * nor dropped.
   */
  put(digest: string, bytes: Uint8Array, source?: BlobSource): void;
  get(digest: string): Uint8Array | undefined;
  /** Where dropped bytes are loaded from. */
  sourceOf(digest: string): BlobSource | undefined;
  /** Keeps reloaded bytes in memory, if they are still needed and there is room. */
  keepAgain(digest: string, bytes: Uint8Array): void;
  delete(digest: string): void;
  /** Makes room for this many bytes that are not stored yet. Throws `NoRoom` if that is impossible. */
  requireRoom(bytes: number, digest?: string): void;
  /** Throws `NoRoom` if this many bytes would not fit even after dropping everything that can be loaded again. */
  requireRoomInAll(bytes: number): void;
};

/**
 * How to recover bytes: by making them from other pictures (`parts`), which must be kept, or by reading them from disk.
 */
export type BlobSource = { parts: readonly string[]; load(images: Images): Promise<Uint8Array> };

/** The real time of the machine, with timers. */
export type WallClock = {
  now(): number;
  callAt(instant: number, call: () => void): { cancel(): void };
  /** Resolves early if aborted; the sleeper then checks whether anything is left to do. */
  sleep(milliseconds: number, signal?: AbortSignal): Promise<void>;
  /** Resolves after all other pending work of this process had its turn. */
  turn(): Promise<void>;
};

/**
 * The outcome of an attempt. If the head of the answer decided it, more of the answer may follow: `rest` is then
 * everything that is kept of it.
 */
export type SentAttempt = AttemptOutcome & { rest?: Promise<string> };

/** Sends one attempt of a delivery. It never throws: a failure is an outcome. */
export type WebhookSender = {
  send(request: DeliveryRequest): Promise<SentAttempt>;
  /** Why nothing is ever sent to an address, as far as the address alone shows; null if there is no reason. */
  problemOf?(url: string): string | null;
  close(): Promise<void>;
};

/** How a receiver answers a delivery: a status, a whole answer, or none. */
export type Reply = number | 'timeout' | 'reset' | { status: number; headers?: Record<string, string>; body?: string };

/** A delivery as it was received. */
export type RawDelivery = { method: string; path: string; headers: Record<string, string>; body: Buffer };

export type ReceiverServer = { url: string; close(): Promise<void> };

/** Opens a server that calls back for each delivery and sends the returned reply. */
export type OpenReceiverServer = (
  onDelivery: (delivery: RawDelivery) => Reply | Promise<Reply>,
) => Promise<ReceiverServer>;

/** Receives the audit events of a run; it outlives the individual worlds. */
export type AuditPort = {
  tell(event: AuditEvent): void;
  /** Whether it also receives every exchange and delivery. */
  keepsJournal?: boolean;
  /** Identifies the emulator among those of the process. */
  emulator?: string;
  /** Calls back when the process exits, unless the returned function is called before. */
  atExit(call: () => void): () => void;
};

/** Called for each event when it happens; the call must not block. */
export type LogPort = { tell(event: LogEvent): void };

/** `isGrey` is set if the header says so. */
export type ImageHeader = { mediaType: MediaType; width: number; height: number; isGrey?: boolean };

/** Whether the width and height of a rotated photo are those of the upright picture, or those of the stored pixels. */
export type Orientation = 'upright' | 'as_stored';

/** The form in which an upload is stored, if not as it was sent. */
export type StoredForm = { mediaType: MediaType; halved: boolean; orientation: Orientation };

export type ProcessTask = {
  submission: Submission;
  source: InputImage;
  hairMask: InputImage | null;
  /** The measured concerns that a skin analysis draws. */
  findings: readonly Finding[];
  resultType: ResultMediaType;
  /**
   * What the job fails without: a face in the image, or bytes that can be decoded. If nothing is checked, only inputs that
   * are drawn on have to be decoded.
   */
  checkedFor: 'face' | 'bytes' | 'nothing';
  /** Whether results have half the width and height of the input. */
  halved: boolean;
  /** Whether results are those of one fixed picture, whatever the input is. */
  isFixed: boolean;
};

export type InputImage = InputPart & { bytes: Uint8Array };
export type InputPart = { digest: string; width: number; height: number };

/** How to make a picture from stored inputs, which are given by their digests. */
export type PictureRecipe = Omit<ProcessTask, 'source' | 'hairMask'> & {
  source: InputPart;
  hairMask: InputPart | null;
};

export type MadeImage = RenderedImage & { bytes: Uint8Array };
export type MadeImages = { images: readonly MadeImage[] } | { failure: JobError };

export type Images = {
  /** Reads only the header, once per digest: no pixels of an untrusted image are decoded here. */
  inspect(bytes: Uint8Array, digest: string, orientation?: Orientation): Promise<ImageHeader | { problem: string }>;
  /** Converts an upload to the form in which it is stored; null if it cannot be decoded completely. */
  encode(bytes: Uint8Array, form: StoredForm): Promise<Uint8Array | null>;
  /** Rejects with `NotMade` if it was cancelled, or if the workers are gone. */
  process(task: ProcessTask, signal?: AbortSignal): Promise<MadeImages>;
  /** Drops the results that are cached for repeated requests. */
  forget?(): void;
  /** Stops all running work. */
  close(): Promise<void>;
};
