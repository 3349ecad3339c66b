import type { ReactNode } from "react";
import { CONTROL_STATES, type ControlState } from "./controlState.ts";

export interface ControlStatesProps {
  /** The control in a state. */
  children: (state: ControlState) => ReactNode;
}

/** A control at rest, and in each state that a pointer or the keyboard gives it. Stories with it have the parameters of `controlStates`. */
export function ControlStates({ children }: ControlStatesProps) {
  return (
    <div style={{ display: "flex", flexWrap: "wrap", alignItems: "center", gap: "1rem" }}>
      {CONTROL_STATES.map((state) => (
        <div key={state} data-state={state}>
          {children(state)}
        </div>
      ))}
    </div>
  );
}
