import { Omnibar as BlueprintOmnibar, type OmnibarProps as BlueprintOmnibarProps } from "@blueprintjs/select";

export interface OmnibarProps<Item> extends BlueprintOmnibarProps<Item> {
  /** The accessible name of the dialog. */
  label: string;
}

/** A field with a list of results over the page: a modal dialog for screen readers, for which Blueprint sets no role. */
export function Omnibar<Item>({ label, overlayProps, ...props }: OmnibarProps<Item>) {
  return (
    <BlueprintOmnibar<Item>
      {...props}
      overlayProps={{
        ...overlayProps,
        onOpening: (panel) => {
          panel.setAttribute("role", "dialog");
          panel.setAttribute("aria-modal", "true");
          panel.setAttribute("aria-label", label);
          overlayProps?.onOpening?.(panel);
        },
      }}
    />
  );
}
