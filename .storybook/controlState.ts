export const CONTROL_STATES = ["rest", "hover", "focus", "active", "disabled"] as const;
export type ControlState = (typeof CONTROL_STATES)[number];

/** Parameters that simulate the pseudo-classes of the controls in ControlStates. */
export const controlStates = {
  pseudo: {
    hover: "[data-state=hover] *",
    focus: "[data-state=focus] *",
    focusVisible: "[data-state=focus] *",
    active: "[data-state=active] *",
  },
} as const;
