/** Patterns of secrets that are masked everywhere in traffic. */

/** Keys and webhook secrets of the service. */
export const SECRETS = /\b(?:pk_(?:live|test)|whsec)_[\w-]{6,}/g;

/** A query parameter that may contain a secret, and its value. */
export const SECRET_IN_QUERY = /([?&][^=&]*(?:key|token|secret)[^=&]*=)([^&#]+)/gi;
