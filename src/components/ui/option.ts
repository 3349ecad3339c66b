/** A value to choose, and its text. */
export interface Option<V extends string> {
  readonly value: V;
  readonly text: string;
  /** Heading of the options in whose group it is: options of one group follow one another. */
  readonly group?: string;
}
