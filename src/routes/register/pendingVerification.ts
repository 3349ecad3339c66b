import type { KeyValueStorage } from "../../stores/StoreEnv.ts";

const KEY = "verifying";

/** Stores in the tab that a code was sent for this invitation. */
export const savePendingVerification = (storage: KeyValueStorage, token: string, email: string): void => {
  storage.setItem(KEY, JSON.stringify({ token, email }));
};

export const clearPendingVerification = (storage: KeyValueStorage): void => {
  storage.removeItem(KEY);
};

/** The address whose verification is pending for this invitation, or null. */
export function readPendingVerification(storage: KeyValueStorage, token: string): string | null {
  try {
    const stored: unknown = JSON.parse(storage.getItem(KEY) ?? "null");
    if (typeof stored !== "object" || stored === null || !("token" in stored) || !("email" in stored)) return null;
    return stored.token === token && typeof stored.email === "string" ? stored.email : null;
  } catch {
    return null; // a value that another program stored under our key
  }
}
