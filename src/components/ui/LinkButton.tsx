import { AnchorButton, type AnchorButtonProps } from "@blueprintjs/core";

export type LinkButtonProps = Omit<AnchorButtonProps, "role">;

/** A link that looks like a button. Blueprint's own is announced as a button, but it navigates. */
export function LinkButton(props: LinkButtonProps) {
  return <AnchorButton {...props} role="link" />;
}
