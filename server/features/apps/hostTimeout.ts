import { SECOND_MS } from "../../../contract/durations.ts";

/** Milliseconds for a code host to answer while a browser, or the host's own delivery, waits. GitHub waits 10 seconds for an answer. */
export const HOST_TIMEOUT_MS = 9 * SECOND_MS;
