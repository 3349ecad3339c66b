import { Omnibar as BlueprintOmnibar, type OmnibarProps as BlueprintOmnibarProps } from "@blueprintjs/select";
import { setModalRole } from "./setModalRole.ts";

export interface OmnibarProps<Item> extends BlueprintOmnibarProps<Item> {
  /** The accessible name of the dialog. */
  label: string;
}

/** A field with a list of results over the page: a modal dialog for screen readers. */
export function Omnibar<Item>({ label, overlayProps, ...props }: OmnibarProps<Item>) {
  return (
    <BlueprintOmnibar<Item>
      {...props}
      overlayProps={{
        ...overlayProps,
        onOpening: (panel) => {
          setModalRole(panel, { "aria-label": label });
          overlayProps?.onOpening?.(panel);
        },
      }}
    />
  );
}
