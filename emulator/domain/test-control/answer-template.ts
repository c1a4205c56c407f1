/** An answer that a configuration describes beside the choices: what the service would answer, and what is sent in its place. */
export type AnswerTemplate = {
  /** Null is not looked at. */
  when: {
    /** A resource is edited wherever it is shown: in answers, lists and events. */
    resource: 'job' | 'asset' | null;
    /** `POST /v1/jobs/:id/cancel`; `unknown path` where no route is found. */
    route: string | null;
    /** The method of the request, since a HEAD has the route of its GET. */
    method: string | null;
    status: number | null;
    code: string | null;
    /** The status of the job in the body. */
    state: string | null;
    /** What the refusal is about: the first field that it names. */
    field: string | null;
    /** A parameter of the query. */
    parameter: string | null;
    /** Members of the body, by their path. */
    has: Readonly<Record<string, unknown>>;
  };
  answer: {
    status?: number | undefined;
    code?: string | undefined;
    message?: string | undefined;
    /** The JSON body in its place. */
    body?: unknown;
    /** Refuses a request that the service would take. */
    refuse?: { status: number; code: string } | undefined;
    /** Headers that are set, or (null) removed. */
    headers: Readonly<Record<string, string | null>>;
    /** Members that are set, by their path in the body: a dot leads deeper, `[]` to each item of a list. */
    members: Readonly<Record<string, unknown>>;
    /** Other names for members, by their path. */
    renamed: Readonly<Record<string, string>>;
    /** Paths of members that are left out. */
    without: readonly string[];
  };
};

/** The word for requests to which no route belongs. */
export const UNKNOWN_PATH = 'unknown path';
