/** Data of the charts of Insights. Texts are in the reader's language; the caller formats numbers. */
export interface ChartBucket {
  /** Short, for the axis. */
  readonly label: string;
  /** Whole, for tables and names: "16 to 22 Nov 2026". */
  readonly name: string;
  /** An incomplete bucket, drawn hatched. */
  readonly isPartial: boolean;
}

export interface ChartSeries {
  readonly id: string;
  readonly name: string;
  /** One per bucket; null is a gap. */
  readonly values: readonly (number | null)[];
  /** Rows behind each value. */
  readonly n: readonly number[];
  /** One per bucket: single values where they are too few for a median, drawn and listed instead of it. */
  readonly few?: readonly (readonly number[])[] | undefined;
}

/** Something that happened at a time of a chart. */
export interface ChartEvent {
  readonly id: string;
  /** Each has its own shape. */
  readonly kind: "release" | "incident" | "note";
  readonly bucket: number;
  /** Within the bucket: 0 at its start, 1 at its end. */
  readonly share: number;
  /** In words, with its kind and its day. */
  readonly name: string;
}

export type FormatValue = (value: number) => string;

/** Formats of a value: in full for numbers and names, short on an axis. */
export interface ValueForm {
  readonly full: FormatValue;
  /** @param unit what `unitOf` returned for the axis; 1 without it */
  readonly tick: (value: number, unit?: number) => string;
  /** The unit of an axis up to this value, so that its ticks are round numbers as displayed: 24 for hours shown as days. */
  readonly unitOf?: (maxValue: number) => number;
  /** Counts are integers, and so are the ticks of their axis. */
  readonly isInteger?: boolean;
  /** Ticks of a logarithmic axis; omitted: powers of ten. */
  readonly steps?: readonly number[];
}
