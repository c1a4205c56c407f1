import type { JobError, RenderedImage } from '../domain/output.ts';
import type { Finding } from '../domain/pixels/skin.ts';
import type { Submission } from '../domain/submission.ts';
import type { AuditEvent } from '../domain/test-control/audit-event.ts';
import type { LogEvent } from '../domain/test-control/log-event.ts';
import type { MediaType, ResultMediaType } from '../domain/vocabulary.ts';
import type { DeliveryRequest } from './edges.ts';
import type { AttemptOutcome } from './verbs/record-attempt.ts';

/** What the emulator needs of its environment, implemented in adapters/. */

/** Bytes by their digest. */
export type BlobStore = {
  /** With a source, bytes may be dropped from memory and loaded again. Throws `NoRoom` where they can be neither kept nor dropped. */
  put(digest: string, bytes: Uint8Array, source?: BlobSource): void;
  get(digest: string): Uint8Array | undefined;
  /** Where bytes that were dropped are loaded from. */
  sourceOf(digest: string): BlobSource | undefined;
  /** Puts reloaded bytes back into memory, if they are still needed and there is room. */
  keepAgain(digest: string, bytes: Uint8Array): void;
  delete(digest: string): void;
  /** Makes room for so many bytes, which are not there yet under their digest. Throws `NoRoom` where that cannot be. */
  requireRoom(bytes: number, digest?: string): void;
  /** Throws `NoRoom` where so many bytes would not fit even if all that can be loaded again were dropped. */
  requireRoomInAll(bytes: number): void;
};

/** Where bytes can be recovered from: remade from other pictures (`parts`), which must stay, or read from disk. */
export type BlobSource = { parts: readonly string[]; load(images: Images): Promise<Uint8Array> };

/** The real time of the machine, and timers on it. */
export type WallClock = {
  now(): number;
  callAt(instant: number, call: () => void): { cancel(): void };
  /** Resolves sooner where it is aborted: who sleeps looks then whether there is anything left to do. */
  sleep(milliseconds: number, signal?: AbortSignal): Promise<void>;
  /** Resolves when all others who wait for this process have had their turn. */
  turn(): Promise<void>;
};

/** How an attempt ended. Where its head has decided it, more of the answer may come: `rest` is then all that is kept of it. */
export type SentAttempt = AttemptOutcome & { rest?: Promise<string> };

/** Sends one attempt of a delivery. It never throws: a failure is an outcome. */
export type WebhookSender = {
  send(request: DeliveryRequest): Promise<SentAttempt>;
  /** Why nothing is ever sent to an address, as far as the address alone shows; null if it does not. */
  problemOf?(url: string): string | null;
  close(): Promise<void>;
};

/** How a receiver answers a delivery: a status, a whole answer, or none. */
export type Reply = number | 'timeout' | 'reset' | { status: number; headers?: Record<string, string>; body?: string };

/** A delivery as it was received. */
export type RawDelivery = { method: string; path: string; headers: Record<string, string>; body: Buffer };

export type ReceiverServer = { url: string; close(): Promise<void> };

/** Opens a server that calls back for every delivery and sends the reply that it gets. */
export type OpenReceiverServer = (
  onDelivery: (delivery: RawDelivery) => Reply | Promise<Reply>,
) => Promise<ReceiverServer>;

/** Receives the events of the audit of a run, beyond the life of each world. */
export type AuditPort = {
  tell(event: AuditEvent): void;
  /** Whether it gets every exchange and delivery too. */
  keepsJournal?: boolean;
  /** Distinguishes the emulators of a process. */
  emulator?: string;
  /** Calls back when the process ends, until the returned function is called. */
  atExit(call: () => void): () => void;
};

/** Called with what happens, as it happens; the call must not block. */
export type LogPort = { tell(event: LogEvent): void };

/** `isGrey` where the header says so. */
export type ImageHeader = { mediaType: MediaType; width: number; height: number; isGrey?: boolean };

/** Whether the sides of a turned photo are those of the picture seen upright, or of its pixels. */
export type Orientation = 'upright' | 'as_stored';

/** How an upload is kept that is not kept as it came. */
export type StoredForm = { mediaType: MediaType; halved: boolean; orientation: Orientation };

export type ProcessTask = {
  submission: Submission;
  source: InputImage;
  hairMask: InputImage | null;
  /** The measured concerns that a skin analysis draws. */
  findings: readonly Finding[];
  resultType: ResultMediaType;
  /** Whether an image that is nothing like a face fails the job. */
  detectFace: boolean;
  /** Whether results have half the sides of the input. */
  halved: boolean;
  /** Whether results are those of one picture, whatever the input is. */
  isFixed: boolean;
};

export type InputImage = InputPart & { bytes: Uint8Array };
export type InputPart = { digest: string; width: number; height: number };

/** How a picture is made of inputs that are kept by their digests. */
export type PictureRecipe = Omit<ProcessTask, 'source' | 'hairMask'> & {
  source: InputPart;
  hairMask: InputPart | null;
};

export type MadeImage = RenderedImage & { bytes: Uint8Array };
export type MadeImages = { images: readonly MadeImage[] } | { failure: JobError };

export type Images = {
  /** Reads the header alone: no pixel of an untrusted image is decoded here. */
  inspect(bytes: Uint8Array, orientation?: Orientation): Promise<ImageHeader | { problem: string }>;
  /** An upload in the form in which it is to be kept; null if it cannot be decoded whole. */
  encode(bytes: Uint8Array, form: StoredForm): Promise<Uint8Array | null>;
  /** Rejects with `NotMade` where it was cancelled, and where those who make pictures are gone. */
  process(task: ProcessTask, signal?: AbortSignal): Promise<MadeImages>;
  /** Forgets the results that it keeps for those who ask for the same again. */
  forget?(): void;
  /** Ends what it has running. */
  close(): Promise<void>;
};
