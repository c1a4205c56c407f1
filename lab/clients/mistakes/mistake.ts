/**
 * A mistake in a careful client: a textual replacement. The tables were written from the specification, without knowledge of the
 * variations, and must not be adapted to them.
 */
export type Mistake = {
  id: string;
  about: string;
  /** A finding must name one of these sections, or a part of one of them. */
  sections: readonly string[];
  find: string;
  replace: string;
};
