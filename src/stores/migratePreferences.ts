import { isRecord } from "../domain/isRecord.ts";
import type { KeyValueStorage } from "./StoreEnv.ts";

/** The fields of a JSON object; empty if the text is anything else. */
export function parseFields(text: string | null): StoredFields {
  try {
    const value: unknown = JSON.parse(text ?? "");
    return isRecord(value) ? value : {};
  } catch {
    return {};
  }
}

export type StoredFields = Readonly<Record<string, unknown>>;

/** The storage keys before version 1: the preference that each became, and its value by the text and the stored one. */
const OLD_KEYS: Readonly<Record<string, readonly [field: string, read: (text: string, stored: unknown) => unknown]>> = {
  language: ["language", (text) => text.toUpperCase()],
  "clew.singleKeys": ["singleKeyEnabled", (text) => text !== "off"],
  "clew.recentUse": ["recentProjects", (text, stored) => Object.assign({}, stored, parseFields(text))],
  trialBannerDismissedAt: ["trialBannerDismissedAt", Number],
  "clew.warning": ["warningClosedFor", (text) => text.split(",")],
};

/**
 * Moves what the old keys hold over the stored preferences, or returns those if there are none. Another tab may run a release before
 * version 1 and write old keys again, so they are looked for at each start, and their values are the newer ones.
 */
export function takeOldKeys(storage: KeyValueStorage, stored: StoredFields): StoredFields {
  let fields = stored;
  for (const [key, [field, read]] of Object.entries(OLD_KEYS)) {
    const text = storage.getItem(key);
    if (text === null) continue;
    fields = { ...fields, [field]: read(text, fields[field]) };
    storage.removeItem(key);
  }
  return fields;
}
