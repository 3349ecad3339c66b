export interface SelectOption<V extends string> {
  readonly value: V;
  readonly text: string;
  /** Shown dimmed at the end of the line: a count, a path. */
  readonly label?: string;
}

export interface SelectProps<V extends string> {
  /** The accessible name, not visible. */
  label: string;
  options: readonly SelectOption<V>[];
  value: V | null;
  onChange: (value: V) => void;
  /** With a filter field for a long list; without it, the browser's native select, which each device renders in its own way. */
  isFilterable?: boolean;
  isDisabled?: boolean;
  /** As wide as the field around it; only without a filter field. */
  isWide?: boolean;
  id?: string;
  /** Ids of the texts that explain the field: its help and its errors. */
  "aria-describedby"?: string | undefined;
  /** The value is refused. */
  "aria-invalid"?: true | undefined;
}
