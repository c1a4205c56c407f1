/** Why the emulator does not show what a server of somebody else shows, by question. */
export const NOT_IMITATED: Readonly<Record<string, string>> = {
  analysis_version: 'its version is a text of its own; the emulator has two texts, and none',
  makeup_revision: 'its revision is a number of its own; the emulator has two, and none',
  retry_jitter: 'the waits are drawn: two of them do not tell the range, and lie within that of the emulator',
  usage_shape: 'its fields have names of its own; the emulator has the shape, under other names',
};

/** Choices of which something else is told as well, or nothing, by what is told, with the choices that are enough for it. */
export const ALSO_TOLD: Readonly<Record<string, { by: readonly string[]; because: string }>> = {};
