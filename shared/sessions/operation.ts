/** Something that an earlier operation made, by the number of that operation; `unknown` is an id that belongs to nothing. */
export type Reference = number | 'unknown';

export type Product = 'skin.analyze' | 'makeup.apply' | 'hair.try_on';
export const PRODUCTS: readonly Product[] = ['skin.analyze', 'makeup.apply', 'hair.try_on'];
export type Stage = 'queued' | 'picked_up' | 'preparing' | 'processing';
export type Feature = 'lists' | 'cancel' | 'delete' | 'credits';

/** Whose things a key is for: two accounts, one of them in two environments. */
export type Owner = 'one/live' | 'one/test' | 'two/live';
/** A key, by what it is for. */
export type Role =
  | 'primary'
  | 'second'
  | 'other_env'
  | 'other_account'
  | 'no_scope'
  | 'revoked'
  | 'expired'
  | 'disabled'
  | 'outside'
  | 'none';
type Asked = { key?: Role };

export type SkinBody = { concerns: readonly string[]; visualizations?: readonly { concern: string; kind: string }[] };
export type MakeupBody = { products: readonly { category: string; color: string; opacity?: number }[] };
export type HairBody = { color_gradient: Readonly<Record<'dark' | 'light', { color: string; opacity?: number }>> };
export type Body = SkinBody | MakeupBody | HairBody;

/** Parameters of a list; a list of values repeats one. */
export type Query = Readonly<Record<string, unknown>>;

/** One thing that a session does. It is plain data, and speaks of earlier things by their numbers, never by their ids. */
export type Operation = { nth: number } & Deed;
export type Deed = ServiceDeed | ControlDeed;

/** What a client asks of the service. */
export type ServiceDeed =
  | (Asked & { does: 'upload'; picture: number })
  | (Asked & { does: 'upload badly'; mistake: string })
  | (Asked & Submission)
  | (Asked & { does: 'read'; thing: 'job' | 'asset' | 'result' | 'content'; of: Reference; tag?: 'last' | 'other' })
  | (Asked & { does: 'delete'; thing: 'job' | 'asset' | 'result'; of: Reference })
  | (Asked & { does: 'cancel'; of: Reference })
  | (Asked & { does: 'list'; thing: 'assets' | 'jobs'; query: Query; job?: Reference })
  | (Asked & { does: 'next page'; of: number; thing: 'assets' | 'jobs'; query: Query; job?: Reference })
  | (Asked & { does: 'balance' })
  | (Asked & { does: 'usage' })
  | (Asked & { does: 'odd'; request: string });

/** As a claim: its own number, which is not known before it is placed. */
export const NEW = -1;

export type Submission = {
  does: 'submit';
  product: Product;
  of: Reference;
  body: Body;
  /** The submission whose Idempotency-Key it has: its own number, or that of an earlier one. */
  claim: number;
  mistake?: string;
  /** The same meaning in other bytes. */
  respell?: 'member order' | 'whitespace' | 'escapes';
};

/** What is said to an emulator, and what befalls it; nobody else can be told these. */
export type ControlDeed =
  /** `isToDue`: no further than to what an emulator does by itself next. */
  | { does: 'advance'; by: number; isToDue?: boolean }
  | { does: 'plan'; plan: Plan }
  | { does: 'fault'; key: Role; route: string | null; effect: Readonly<Record<string, unknown>>; times: number }
  | { does: 'release' | 'step'; of: Reference }
  | { does: 'change key'; role: Role; change: Readonly<Record<string, unknown>> }
  | { does: 'change account'; account: 'one' | 'two'; change: Readonly<Record<string, unknown>> }
  | { does: 'credits'; account: 'one' | 'two'; change: Readonly<Record<string, number | boolean | null>> }
  | { does: 'switch'; switches: Readonly<Record<string, boolean | number | null>> }
  | { does: 'question'; choices: Readonly<Record<string, unknown>> }
  | { does: 'register'; owner: Owner; events: readonly string[] | null; replies: readonly Reply[] }
  | { does: 'endpoint'; of: Reference; change: EndpointChange }
  | { does: 'ping'; of: Reference }
  | { does: 'resend'; delivery: number }
  | { does: 'save'; slot: number }
  | { does: 'load'; slot: number }
  | { does: 'export'; slot: number }
  | { does: 'import'; slot: number }
  | { does: 'compact' }
  /** All is begun to be written whole, so many things of the disk a step, while steps go on. */
  | { does: 'checkpoint'; pace: number }
  | { does: 'restart'; how: 'in order' | 'killed' }
  | { does: 'die within'; bytes: number; keeps: number }
  | { does: 'disk'; state: 'full' | 'read-only' | 'fine' };

export type Plan = {
  hold_at?: Stage;
  stages?: Partial<Record<Stage, string>>;
  outcome: 'PROCESSING_FAILED' | 'INPUT_UNPROCESSABLE' | 'succeeded';
  times: number;
};
/** What a receiver answers: a status, or how it does not. */
export type Reply = number | 'timeout' | 'connection' | 'tls';
export type EndpointChange = 'disable' | 'enable' | 'rotate' | 'rotate at once' | 'remove' | 'all events' | 'one event';

export type Does = Deed['does'];
export type Of<Kind extends Does> = Extract<Operation, { does: Kind }>;

export type Session = { seed: string; focus: string | null; operations: readonly Operation[] };
