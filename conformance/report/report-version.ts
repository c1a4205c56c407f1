/** Goes up when a report can no longer be read as those before it. */
export const REPORT_VERSION = 1;
/** The same as a file: what was recorded is packed there. */
export const PACKED_VERSION = 2;
