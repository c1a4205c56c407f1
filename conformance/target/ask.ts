/** A request to the target or to one of its drivers. */
export type Asked = {
  method: string;
  /** Path with query, below the base address. */
  url: string;
  /** Where the path begins, where that is not the server under test but a driver. */
  base_url?: string;
  headers: Record<string, string>;
  body: string | null;
  /** Milliseconds to wait for the whole answer. */
  timeout: number;
};

/** What came of it: that part of an exchange which probing and driving look at. */
export type Said = {
  answer: {
    status: number;
    headers: [name: string, value: string][];
    body: { kind: 'none' } | { kind: 'text'; text: string } | { kind: 'bytes' };
  } | null;
  silence: string | null;
  detail: string | null;
};

/** How requests are sent; it never throws for what the network does. */
export type Send = (request: Asked) => Promise<Said>;
