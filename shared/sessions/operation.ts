/** What an earlier operation created, by its number; `unknown` is an id that does not exist. */
export type Reference = number | 'unknown';

export type Product = 'skin.analyze' | 'makeup.apply' | 'hair.try_on';
export const PRODUCTS: readonly Product[] = ['skin.analyze', 'makeup.apply', 'hair.try_on'];
export const STAGES = ['queued', 'picked_up', 'preparing', 'processing'] as const;
export type Stage = (typeof STAGES)[number];

/** A key, by its purpose. */
export type Role =
  | 'primary'
  | 'second'
  | 'other_env'
  | 'other_account'
  | 'no_scope'
  | 'no_skin'
  | 'no_makeup'
  | 'revoked'
  | 'expired'
  | 'disabled'
  | 'outside'
  | 'none';
export type Asked = { key?: Role };

export type SkinBody = { concerns: readonly string[]; visualizations?: readonly { concern: string; kind: string }[] };
/** `color` is the index of a color among those that the server is known to accept. */
type Layer = { color: number; opacity?: number };
export type MakeupBody = { products: readonly (Layer & { category: string })[] };
export type HairBody = { color_gradient: Readonly<Record<'dark' | 'light', Layer>> };
export type Body = SkinBody | MakeupBody | HairBody;

/** Parameters of a list; a list of values repeats a parameter. */
export type Query = Readonly<Record<string, unknown>>;
/** The uploads whose instants limit a list; `by` shifts these instants by milliseconds. */
export type Between = { since?: number; until?: number; by?: number };

export type PlanOfJob = {
  hold_at?: Stage;
  outcome: 'succeeded' | 'PROCESSING_FAILED' | 'INPUT_UNPROCESSABLE';
  /** The job stays in each later stage until it is moved on. */
  lasting?: true;
};

/** A claim that stands for the operation's own number, which is not known before it is placed. */
export const NEW = -1;

export type Submission = {
  does: 'submit';
  product: Product;
  of: Reference;
  body: Body;
  /** The submission whose Idempotency-Key it uses: its own number, or that of an earlier one. */
  claim: number;
  /** Its own Idempotency-Key is nearly that of this submission. */
  like?: { claim: number; how: 'in capitals' | 'shorter' };
  mistake?: string;
  /** It is sent only once, whatever the answer. */
  once?: true;
  /** The same content in other bytes. */
  respell?: 'member_order' | 'whitespace' | 'escapes';
  plan?: PlanOfJob;
};

/** An ETag that no server has sent, so it never matches. */
export const UNKNOWN_TAG = '"unknown"';

/** A request of a client to the service, as plain data. It refers to earlier things by number, never by id. */
export type ServiceDeed =
  | (Asked & { does: 'upload'; picture: string })
  | (Asked & { does: 'upload badly'; mistake: string })
  | (Asked & Submission)
  /** `tag`: the read whose tag is sent. */
  | (Asked & {
      does: 'read';
      thing: 'job' | 'asset' | 'result' | 'picture' | 'content';
      of: Reference;
      tag?: Reference;
      /** Sends the tag with additional characters, so that it does not match. */
      isLonger?: true;
    })
  | (Asked & { does: 'delete'; thing: 'job' | 'asset' | 'result'; of: Reference })
  | (Asked & { does: 'cancel'; of: Reference })
  | (Asked & { does: 'list'; thing: 'assets' | 'jobs'; query: Query; job?: Reference; whole: boolean } & Between)
  | (Asked & { does: 'next page'; of: number; thing: 'assets' | 'jobs'; query: Query; job?: Reference } & Between)
  | (Asked & { does: 'balance' })
  | (Asked & { does: 'usage' })
  /** `of`: the thing whose id the request may contain. */
  | (Asked & { does: 'odd'; request: string; of: number });

/** One step of a session. Players of sessions have their own deeds in addition to those of the service. */
export type Numbered<Deed> = { nth: number } & Deed;
export type ServiceOperation = Numbered<ServiceDeed>;
export type Page = Extract<ServiceOperation, { does: 'list' | 'next page' }>;

export function referencesIn(operation: Numbered<object>): number[] {
  const { of, claim, tag, job, since, until, like } = operation as Readonly<Record<string, unknown>>;
  const all = [of, claim, tag, job, since, until, (like as Submission['like'])?.claim];
  return all.filter((one) => typeof one === 'number').filter((one) => one !== operation.nth);
}
