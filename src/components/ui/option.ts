/** A value to choose, and its text. */
export interface Option<V extends string> {
  readonly value: V;
  readonly text: string;
}
