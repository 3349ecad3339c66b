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
  /** @param unit what `unitOf` returned for the axis; 1 without it */
  readonly tick: (value: number, unit?: number) => string;
  /** What an axis up to this value counts in, so that its steps are round where they are read: 24 for hours said as days. */
  readonly unitOf?: (most: number) => number;
  /** What is counted has no halves, and neither has its axis. */
  readonly isWhole?: boolean;
  /** Steps of a logarithmic axis; left out: powers of ten. */
  readonly steps?: readonly number[];
}
