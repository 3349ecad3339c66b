import type { Sync } from "../../contract/projects.ts";
import { type Language, formatMessage, parseMessage } from "./messages.ts";

/** The sync status of a source with its stored error as a text. */
export const translateSync = (sync: Sync, language: Language): Sync =>
  sync.error === null ? sync : { ...sync, error: formatMessage(parseMessage(sync.error), language) };
