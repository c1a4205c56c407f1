/** The name of the world that is always there; its keys are the well-known ones. */
export const DEFAULT_WORLD = 'default';
