/** The form in which sessions are written. Whoever changes it adds one. */
export const SESSION_FORMAT = 1;

/** What the first line of a file says that it is. */
export const SESSION_KIND = 'tryon-kit session';
