export interface SelectOption<V extends string> {
  readonly value: V;
  readonly text: string;
  /** Shown dimmed at the end of the line: a count, a path. */
  readonly label?: string;
}

export interface SelectProps<V extends string> {
  /** What is being chosen; read out, and shown nowhere. */
  label: string;
  options: readonly SelectOption<V>[];
  value: V | null;
  onChange: (value: V) => void;
  /** With a field to narrow a long list; without it, the browser's own select, which every device opens in its best way. */
  isFilterable?: boolean;
  isDisabled?: boolean;
  id?: string;
}
