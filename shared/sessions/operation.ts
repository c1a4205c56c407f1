/** Something that an earlier operation made, by the number of that operation; `unknown` is an id that belongs to nothing. */
export type Reference = number | 'unknown';

export type Product = 'skin.analyze' | 'makeup.apply' | 'hair.try_on';
export const PRODUCTS: readonly Product[] = ['skin.analyze', 'makeup.apply', 'hair.try_on'];
export const STAGES = ['queued', 'picked_up', 'preparing', 'processing'] as const;
export type Stage = (typeof STAGES)[number];

/** A key, by what it is for. */
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
/** `color` is the place of a color among those that the server is known to take. */
type Layer = { color: number; opacity?: number };
export type MakeupBody = { products: readonly (Layer & { category: string })[] };
export type HairBody = { color_gradient: Readonly<Record<'dark' | 'light', Layer>> };
export type Body = SkinBody | MakeupBody | HairBody;

/** Parameters of a list; a list of values repeats one. */
export type Query = Readonly<Record<string, unknown>>;
/** The uploads whose instants bound a list, or instants so many milliseconds after these. */
export type Between = { since?: number; until?: number; by?: number };

/** What is planned for the job to come. */
export type PlanOfJob = {
  hold_at?: Stage;
  outcome: 'succeeded' | 'PROCESSING_FAILED' | 'INPUT_UNPROCESSABLE';
  /** It stays in each later stage until it is taken over the boundary. */
  lasting?: true;
};

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
  /** It is sent once, whatever it is answered. */
  once?: true;
  /** The same meaning in other bytes. */
  respell?: 'member_order' | 'whitespace' | 'escapes';
  plan?: PlanOfJob;
};

/** An ETag that no server has sent: it matches nothing. */
export const UNKNOWN_TAG = '"unknown"';

/** What a client asks of the service. It is plain data, and refers to earlier things by their numbers, never by their ids. */
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
      /** The tag with more at its end, so that it is another. */
      isLonger?: true;
    })
  | (Asked & { does: 'delete'; thing: 'job' | 'asset' | 'result'; of: Reference })
  | (Asked & { does: 'cancel'; of: Reference })
  /** `whole`: page by page. */
  | (Asked & { does: 'list'; thing: 'assets' | 'jobs'; query: Query; job?: Reference; whole: boolean } & Between)
  | (Asked & { does: 'next page'; of: number; thing: 'assets' | 'jobs'; query: Query; job?: Reference } & Between)
  | (Asked & { does: 'balance' })
  | (Asked & { does: 'usage' })
  /** `of`: the thing whose id the request may contain. */
  | (Asked & { does: 'odd'; request: string; of: number });

/** One step of a session. Those who play sessions have deeds of their own beside those of the service. */
export type Numbered<Deed> = { nth: number } & Deed;
export type ServiceOperation = Numbered<ServiceDeed>;
export type Page = Extract<ServiceOperation, { does: 'list' | 'next page' }>;

/** The numbers of the operations that one refers to. */
export function referencesIn(operation: Numbered<object>): number[] {
  const { of, claim, tag, job, since, until } = operation as Readonly<Record<string, unknown>>;
  const all = [of, claim, tag, job, since, until];
  return all.filter((one) => typeof one === 'number').filter((one) => one !== operation.nth);
}
