/** An answer that a configuration describes: which answers it replaces, and what is sent instead. */
export type AnswerTemplate = {
  /** Fields that are null are ignored. */
  when: {
    /** A resource is edited wherever it occurs: in answers, lists and events. */
    resource: 'job' | 'asset' | null;
    /** Such as `POST /v1/jobs/:id/cancel`; `unknown path` if no route matches. */
    route: string | null;
    /** The method of the request; needed because a HEAD has the route of its GET. */
    method: string | null;
    status: number | null;
    code: string | null;
    state: string | null;
    /** The subject of the refusal: the first field that it lists. */
    field: string | null;
    parameter: string | null;
    has: Readonly<Record<string, unknown>>;
  };
  answer: {
    status?: number | undefined;
    code?: string | undefined;
    message?: string | undefined;
    body?: unknown;
    /** Refuses a request that the service would accept. */
    refuse?: { status: number; code: string } | undefined;
    /** Headers to set, or to remove if null. */
    headers: Readonly<Record<string, string | null>>;
    /** Members to set, by their path in the body: a dot separates levels, `[]` means each item of a list. */
    members: Readonly<Record<string, unknown>>;
    renamed: Readonly<Record<string, string>>;
    without: readonly string[];
  };
};

/** The name for requests that match no route. */
export const UNKNOWN_PATH = 'unknown path';
