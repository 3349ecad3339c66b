import { SECOND_MS } from "../../../contract/durations.ts";

/** Milliseconds between two checks of a member at a source that members or hosts ask for. */
export const CHECK_SPACING_MS = 10 * SECOND_MS;
