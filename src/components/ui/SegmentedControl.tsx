import { SegmentedControl as BlueprintSegmentedControl } from "@blueprintjs/core";
import type { Option } from "./option.ts";

export interface SegmentedControlProps<V extends string> {
  /** The accessible name, not visible. */
  label: string;
  options: readonly Option<V>[];
  value: V;
  onValueChange: (value: V) => void;
  size?: "small" | "medium";
  disabled?: boolean;
  /** For its place in the layout. */
  className?: string | undefined;
}

/** A choice among a few values, all of which are visible. The arrow keys choose. */
export function SegmentedControl<V extends string>(props: SegmentedControlProps<V>) {
  const { label, options, onValueChange, ...control } = props;
  return (
    <BlueprintSegmentedControl
      {...control}
      aria-label={label}
      options={options.map(({ value, text }) => ({ value, label: text }))}
      onValueChange={(value) => {
        const chosen = options.find((option) => option.value === value);
        if (chosen) onValueChange(chosen.value);
      }}
    />
  );
}
