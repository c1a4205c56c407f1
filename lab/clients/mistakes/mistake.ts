/**
 * A mistake in a careful client, as a text replacement. The tables were written from the specification, without
 * knowledge of the variations, and must not be adapted to them.
 */
export type Mistake = {
  id: string;
  about: string;
  /** A finding must name one of these sections, or a subsection of one. */
  sections: readonly string[];
  find: string;
  replace: string;
};
