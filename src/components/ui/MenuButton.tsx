import type { LayerButtonBaseProps, LayerRole } from "./LayerButton.tsx";
import { LazyLayerButton } from "./LazyLayerButton.tsx";

const MENU: LayerRole = { popup: "menu" };

/** A button that opens a menu. */
export const MenuButton = (props: LayerButtonBaseProps) => <LazyLayerButton {...props} role={MENU} />;
