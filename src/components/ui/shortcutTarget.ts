const FIELDS =
  "input:not([type=checkbox]):not([type=radio]), textarea, select, [contenteditable=''], [contenteditable='true']";
/** Letters select items in them, which is not a shortcut. */
const LISTS = "[role=menu], [role=listbox], [role=combobox], [role=tree]";
const LAYERS = "[role=dialog], [role=alertdialog]";
/** Elements that handle Enter and Space themselves. */
const CONTROLS = "a, button, summary, input, [role=button], [role=checkbox]";

const isIn = (target: EventTarget | null, selector: string): boolean =>
  target instanceof Element && target.closest(selector) !== null;

/** Whether a character is text for a field or a list. */
export const isTyping = (target: EventTarget | null): boolean => isIn(target, `${FIELDS}, ${LISTS}`);

/** Whether a key belongs to the focused field, list or layer, so that it is no shortcut of the page behind it. */
export const ownsKey = (target: EventTarget | null, key: string): boolean =>
  isTyping(target) || isIn(target, LAYERS) || ((key === "Enter" || key === " ") && isIn(target, CONTROLS));
