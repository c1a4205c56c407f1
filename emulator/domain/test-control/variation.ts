/** How deliveries are sent; every way is lawful. */
export const DELIVERY_WAYS = ['as_they_come', 'late', 'out_of_order'] as const;

/** What varies in one run of a suite, in all its worlds. Plain data, because it is sent to other processes. */
export type Variation = {
  /** Choices of open questions, by question. */
  readings: Readonly<Record<string, unknown>>;
  deviate: readonly string[];
  /** As in a configuration; they are tried after those of a suite. */
  plans: readonly object[];
  faults: readonly object[];
  deliveries: (typeof DELIVERY_WAYS)[number];
};

export const NO_VARIATION: Variation = { readings: {}, deviate: [], plans: [], faults: [], deliveries: 'as_they_come' };
