import { Spinner as BlueprintSpinner } from "@blueprintjs/core";

export interface SpinnerProps {
  /** The accessible name; omitted where text next to it has the state: screen readers then skip it. */
  label?: string;
  /** Pixels: 16 next to text of the body. */
  size?: 12 | 14 | 16 | 20;
  /** For its place in the layout. */
  className?: string | undefined;
}

/** Shows that a control or a line is loading. Blueprint's own is announced with an English name. */
export const Spinner = ({ label, size = 16, className }: SpinnerProps) => (
  <BlueprintSpinner
    size={size}
    className={className}
    {...(label === undefined ? { "aria-hidden": true } : { "aria-label": label })}
  />
);
