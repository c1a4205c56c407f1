/** The version of the form of sessions, raised by one with each change of it. */
export const SESSION_FORMAT = 1;

/** What the first line of a file calls it. */
export const SESSION_KIND = 'tryon-kit session';
