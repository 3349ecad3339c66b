import type { Target } from "./rows.ts";

/** The command that shows an issue in the editor. */
export const READ_COMMAND = "clew.readIssue";

/** The address of a link that shows the issue in the editor. */
export const readCommand = (target: Target): string =>
  `command:${READ_COMMAND}?${encodeURIComponent(JSON.stringify([target]))}`;
