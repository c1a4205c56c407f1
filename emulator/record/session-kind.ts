/** The version of the session format, which is incremented with each change. */
export const SESSION_FORMAT = 1;

/** The type of the file, in its first line. */
export const SESSION_KIND = 'tryon-kit session';
