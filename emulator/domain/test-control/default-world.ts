/** The name of the world that always exists; its keys are the well-known ones. */
export const DEFAULT_WORLD = 'default';
