import type { KeyValueStorage } from "../../stores/StoreEnv.ts";

const KEY = "ssoAttempt";

/** What a page keeps while the person is at the provider. */
export interface SsoAttempt {
  readonly verifier: string;
  /** Query of the login page: the page to open after the sign-in. */
  readonly search: string;
}

export const saveSsoAttempt = (storage: KeyValueStorage, attempt: SsoAttempt): void => {
  storage.setItem(KEY, JSON.stringify(attempt));
};

/** The attempt of this tab, which is then forgotten; null where there is none. */
export function takeSsoAttempt(storage: KeyValueStorage): SsoAttempt | null {
  const text = storage.getItem(KEY);
  storage.removeItem(KEY);
  try {
    const stored: unknown = JSON.parse(text ?? "null");
    if (typeof stored !== "object" || stored === null || !("verifier" in stored) || !("search" in stored)) return null;
    const { verifier, search } = stored;
    return typeof verifier === "string" && typeof search === "string" ? { verifier, search } : null;
  } catch {
    return null; // a value that another program stored under our key
  }
}
