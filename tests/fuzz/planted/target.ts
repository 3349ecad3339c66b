import type { Target } from "../engine/Target.ts";
import { readMagic } from "./magic.ts";

/** Not of the product: shows that the engine is guided. */
export const target: Target = { promise: "Never fails.", shape: "bytes", run: (input) => readMagic(input) };
