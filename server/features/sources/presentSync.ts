import type { Sync } from "../../../contract/projects.ts";
import type { SyncStatusRow } from "../../db/tables/sources/sourceSync.ts";
import { storedSync } from "../../events/storedSync.ts";
import type { Language } from "../../messages/messages.ts";
import { translateSync } from "../../messages/translateSync.ts";

/** The sync status of a source, in the contract's form and the reader's language. */
export const presentSync = (row: SyncStatusRow, language: Language): Sync => translateSync(storedSync(row), language);
