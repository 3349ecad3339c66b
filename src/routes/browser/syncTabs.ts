import { STORAGE_KEYS } from "../../../contract/constants.ts";
import { PREFERENCES_KEY } from "../../stores/PreferencesStore.ts";
import type { RootStore } from "../../stores/RootStore.ts";
import { hrefTo } from "../paths.ts";

export interface TabSync {
  readonly store: RootStore;
  readonly goTo: (href: string) => void;
  /** The source of storage events of other tabs: the window. */
  readonly window: Pick<Window, "addEventListener" | "removeEventListener">;
}

/**
 * Applies changes of other tabs: sign-out and sign-in, the theme, the preferences. The browser notifies every tab but the one that wrote.
 * Nothing is written here, which would loop between two tabs. Returns a function that removes the listener.
 */
export function syncTabs({ store, goTo, window }: TabSync): () => void {
  const handleStorage = ({ key, newValue }: StorageEvent): void => {
    if (key === STORAGE_KEYS.theme || key === null) store.theme.follow(newValue);
    if (key === PREFERENCES_KEY || key === null) store.preferences.follow(newValue);
    if (key !== STORAGE_KEYS.authToken && key !== null) return; // null: the storage was cleared
    if (newValue === store.session.token) return;
    store.followUser(newValue);
    // Every user may open home; the other user may lack access to the open page.
    goTo(newValue === null ? hrefTo.login() : hrefTo.home());
  };
  window.addEventListener("storage", handleStorage);
  return () => {
    window.removeEventListener("storage", handleStorage);
  };
}
