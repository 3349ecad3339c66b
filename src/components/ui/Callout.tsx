import { Callout as BlueprintCallout, type CalloutProps } from "@blueprintjs/core";

export type { CalloutProps };

/** A message about the part of the page that follows. It is compact, except where it replaces a whole part. */
export const Callout = ({ compact = true, ...props }: CalloutProps) => (
  <BlueprintCallout {...props} compact={compact} />
);
