/** Limits of both chats. */
import { MINUTE_MS } from "../../../contract/durations.ts";

/** Characters of the title of a button. */
export const MAX_BUTTON_LENGTH = 75;
/** Poll interval while the chat rejects the app. */
export const ENDED_WAIT_MS = 10 * MINUTE_MS;
