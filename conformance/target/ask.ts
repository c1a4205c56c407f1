/** A request to the target or to one of its drivers. */
export type Asked = {
  method: string;
  /** Path with query, below the base address. */
  url: string;
  /** The base address, where it is that of a driver and not of the target. */
  base_url?: string;
  headers: Record<string, string>;
  body: string | null;
  /** Milliseconds to wait for the whole answer. */
  timeout: number;
};

/** The answer: the part of an exchange that probing and drivers use. */
export type Said = {
  answer: {
    status: number;
    headers: [name: string, value: string][];
    body: { kind: 'none' } | { kind: 'text'; text: string } | { kind: 'bytes' };
  } | null;
  silence: string | null;
  detail: string | null;
};

/** Sends a request. It never throws for a failure of the network. */
export type Send = (request: Asked) => Promise<Said>;
