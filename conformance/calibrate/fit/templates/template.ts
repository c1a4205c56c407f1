/** An answer template as it is written in a configuration of the emulator, under `answers`. */
export type Template = { when: When; answer: Edits };

export type When = {
  resource?: 'job' | 'asset';
  route?: string;
  method?: 'GET' | 'HEAD' | 'OPTIONS';
  status?: number;
  code?: string;
  state?: string;
  field?: string;
  parameter?: string;
  has?: Record<string, unknown>;
};

export type Edits = {
  status?: number;
  code?: string;
  message?: string;
  body?: unknown;
  refuse?: { status: number; code: string };
  headers?: Record<string, string | null>;
  members?: Record<string, unknown>;
  renamed?: Record<string, string>;
  without?: string[];
};
