// The older Popover of Blueprint is misplaced under React 19.
export { PopoverNext as Popover, PopupKind } from "@blueprintjs/core";
