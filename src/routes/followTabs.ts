import { STORAGE_KEYS } from "../../contract/constants.ts";
import type { RootStore } from "../stores/RootStore.ts";
import { hrefTo } from "./paths.ts";
import { LANGUAGE_KEY } from "./useLocale.ts";

export interface OtherTabs {
  readonly store: RootStore;
  readonly goTo: (href: string) => void;
  readonly onLanguage: (language: string) => void;
  /** Where the news of other tabs arrive: the window. */
  readonly window: Pick<Window, "addEventListener" | "removeEventListener">;
}

/**
 * What is done in one tab holds in the others: signing out and in, the theme, the language. The browser tells every tab but the one that
 * wrote. Nothing is written here, or two tabs would answer each other for ever. Returns what ends the listening.
 */
export function followTabs({ store, goTo, onLanguage, window }: OtherTabs): () => void {
  const handleStorage = ({ key, newValue }: StorageEvent): void => {
    if (key === STORAGE_KEYS.theme || key === null) store.theme.follow(newValue);
    if (key === LANGUAGE_KEY && newValue !== null) onLanguage(newValue);
    if (key !== STORAGE_KEYS.authToken && key !== null) return; // null: all of it was cleared
    if (newValue === store.session.token) return;
    store.followPerson(newValue);
    // Home is for everybody; the page that was open may not be the other person's to see.
    goTo(newValue === null ? hrefTo.login() : hrefTo.home());
  };
  window.addEventListener("storage", handleStorage);
  return () => {
    window.removeEventListener("storage", handleStorage);
  };
}
