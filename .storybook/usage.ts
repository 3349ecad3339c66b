/** How a component is used, shown on its page of documentation. */
export interface Usage {
  readonly do: readonly string[];
  readonly dont: readonly string[];
  /** Keys and what they do; omitted for what takes no focus. */
  readonly keys?: readonly (readonly [key: string, action: string])[];
}

/** Keys of native elements, which most components rely on. */
export const BUTTON_KEYS: NonNullable<Usage["keys"]> = [
  ["Tab", "Moves to it and on"],
  ["Enter, Space", "Presses it"],
];
export const LINK_KEYS: NonNullable<Usage["keys"]> = [
  ["Tab", "Moves to it and on"],
  ["Enter", "Follows it"],
];
export const FIELD_KEYS: NonNullable<Usage["keys"]> = [
  ["Tab", "Moves to it and on"],
  ["Enter", "Submits the form around it"],
];
export const DIALOG_KEYS: NonNullable<Usage["keys"]> = [
  ["Tab, Shift Tab", "Move inside of it"],
  ["Escape", "Closes it; the focus returns to where it was"],
];

/** Parameters of a story file with the usage of its component. */
export const usage = (value: Usage): { readonly usage: Usage } => ({ usage: value });
