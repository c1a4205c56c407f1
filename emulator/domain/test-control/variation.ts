/** How deliveries go out; each is lawful. */
export const DELIVERY_WAYS = ['as_they_come', 'late', 'out_of_order'] as const;

/** What varies in one run of a suite, in an emulator and in every world of it. Plain data, because it crosses processes. */
export type Variation = {
  /** Choices of open questions, by question. */
  readings: Readonly<Record<string, unknown>>;
  deviate: readonly string[];
  /** As a configuration has them; they stand behind those of a suite. */
  plans: readonly object[];
  faults: readonly object[];
  deliveries: (typeof DELIVERY_WAYS)[number];
};

export const NO_VARIATION: Variation = { readings: {}, deviate: [], plans: [], faults: [], deliveries: 'as_they_come' };
