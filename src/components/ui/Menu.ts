export { Menu, MenuDivider, MenuItem } from "@blueprintjs/core";
