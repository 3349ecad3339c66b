import type { LayerButtonBaseProps } from "./LayerButton.tsx";
import { LazyLayerButton } from "./LazyLayerButton.tsx";

export interface PopoverButtonProps extends LayerButtonBaseProps {
  /** The name of the panel. Its role keeps the keys of the page from acting on keys that are typed inside it. */
  label: string;
}

/** A button that opens a panel: a dialog that is not modal. */
export const PopoverButton = ({ label, ...props }: PopoverButtonProps) => (
  <LazyLayerButton {...props} role={{ popup: "dialog", label }} />
);
