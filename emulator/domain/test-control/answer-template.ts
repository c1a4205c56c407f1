/** An answer that a configuration describes beside the choices: what the service would answer, and what is sent in its place. */
export type AnswerTemplate = {
  /** Null is not looked at. */
  when: {
    /** `POST /v1/jobs/:id/cancel`; `unknown path` where no route is found. */
    route: string | null;
    status: number | null;
    code: string | null;
    /** The status of the job in the body. */
    state: string | null;
  };
  answer: {
    status?: number | undefined;
    code?: string | undefined;
    /** Headers that are set, or (null) removed. */
    headers: Readonly<Record<string, string | null>>;
    /** Members that are set, by their path in the body: a dot leads deeper. */
    members: Readonly<Record<string, unknown>>;
    /** Paths of members that are left out. */
    without: readonly string[];
  };
};

/** The word for requests to which no route belongs. */
export const UNKNOWN_PATH = 'unknown path';
