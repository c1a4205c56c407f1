/** Goes up when a report can no longer be read as those before it. */
export const REPORT_VERSION = 1;
