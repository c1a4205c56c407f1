/** The first place at which a replay is not as the recording has it. */
export type Difference = {
  /** Where it stands in the file. */
  line: number;
  /** The exchange that it belongs to; null where it is a delivery. */
  exchange: number | null;
  /** What is compared, in a few words. */
  what: string;
  recorded: string[];
  played: string[];
};

/** Thrown where a session cannot be played on. */
export class Divergence extends Error {
  override readonly name = 'Divergence';
  readonly difference: Difference;

  constructor(difference: Difference) {
    super(difference.what);
    this.difference = difference;
  }
}
