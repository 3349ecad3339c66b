import { type Target, textOf } from "../engine/Target.ts";
import { readFaulty } from "./faults.ts";

/** Not of the product: shows what the engine notices. */
export const target: Target = { promise: "Breaks.", shape: "text", run: (input) => readFaulty(textOf(input)) };
