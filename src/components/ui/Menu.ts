/** A list of actions. MenuButton opens it and handles its keys. */
export { Menu } from "@blueprintjs/core";

/** One action of a menu. */
export { MenuItem } from "@blueprintjs/core";

/** Separates groups of actions in a menu. */
export { MenuDivider } from "@blueprintjs/core";
