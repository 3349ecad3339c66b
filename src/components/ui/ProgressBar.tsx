import { ProgressBar as BlueprintProgressBar } from "@blueprintjs/core";
import type { Intent } from "./intent.ts";

export interface ProgressBarProps {
  /** The accessible name: what is in progress. */
  label: string;
  /** The part that is done, 0 to 1; omitted where it is unknown. */
  value?: number | undefined;
  intent?: Intent;
  /** Whether the stripes are shown, which move. */
  isAnimated?: boolean;
  /** For its place in the layout. */
  className?: string | undefined;
}

/** Shows how much of a task is done. */
export const ProgressBar = ({ label, isAnimated = true, ...bar }: ProgressBarProps) => (
  <BlueprintProgressBar {...bar} aria-label={label} animate={isAnimated} stripes={isAnimated} />
);
