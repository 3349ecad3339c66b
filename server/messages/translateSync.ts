import type { Sync } from "../../contract/projects.ts";
import { type Language, formatStored } from "./messages.ts";

/** The sync status of a source with its stored error as a text. */
export const translateSync = (sync: Sync, language: Language): Sync =>
  sync.error === null ? sync : { ...sync, error: formatStored(sync.error, language) };
