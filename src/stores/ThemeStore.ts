import { types, type Instance } from "mobx-state-tree";
import { STORAGE_KEYS, THEMES } from "../../contract/constants.ts";
import { storeEnv, type KeyValueStorage } from "./StoreEnv.ts";

export type Theme = (typeof THEMES)[number];

/** The stored theme: anything but `dark` is light, and light is stored where no theme was (specification, section 4). */
export function readTheme(storage: KeyValueStorage): Theme {
  const stored = storage.getItem(STORAGE_KEYS.theme);
  if (stored === null) storage.setItem(STORAGE_KEYS.theme, "light");
  return themeOf(stored);
}

const themeOf = (stored: string | null): Theme => (stored === "dark" ? "dark" : "light");

export const ThemeStoreModel = types
  .model("ThemeStore", { value: types.optional(types.enumeration<Theme>([...THEMES]), "light") })
  .actions((self) => ({
    /** Another tab has changed it; the value is already in the storage and is not written again. */
    follow(stored: string | null) {
      self.value = themeOf(stored);
    },
    set(theme: Theme) {
      self.value = theme;
      storeEnv(self).storage.setItem(STORAGE_KEYS.theme, theme);
    },
  }))
  .actions((self) => ({
    toggle() {
      self.set(self.value === "dark" ? "light" : "dark");
    },
  }));

export interface ThemeStore extends Instance<typeof ThemeStoreModel> {}
