/** What the charts of Insights draw. Texts are in the reader's language; numbers are formatted by who gives them. */
export interface ChartBucket {
  /** Short, for the axis. */
  readonly label: string;
  /** Whole, for tables and names: "16 to 22 Nov 2026". */
  readonly name: string;
  /** Not over yet: drawn hatched. */
  readonly isPartial: boolean;
}

export interface ChartSeries {
  readonly id: string;
  readonly name: string;
  /** One for each bucket; null is a gap. */
  readonly values: readonly (number | null)[];
  /** Rows behind each value. */
  readonly n: readonly number[];
}

export type FormatValue = (value: number) => string;

/** How a value is said: in full for numbers and names, and short on an axis. */
export interface ValueForm {
  readonly full: FormatValue;
  readonly tick: FormatValue;
}
