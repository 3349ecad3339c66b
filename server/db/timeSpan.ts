/** A time that rows are narrowed to: `to` is excluded; null: no end. */
export interface TimeSpan {
  readonly from: Date | null;
  readonly to: Date | null;
}
