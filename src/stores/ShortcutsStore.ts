import { types, type Instance } from "mobx-state-tree";
import { storeEnv, type KeyValueStorage } from "./StoreEnv.ts";

const KEY = "clew.singleKeys";

/** Single-character shortcuts are on unless they were switched off in this browser. */
export const readSingleKey = (storage: KeyValueStorage): boolean => storage.getItem(KEY) !== "off";

/** Whether single-character shortcuts (J, ?, /) are active: users of speech input switch them off (WCAG 2.1.4). */
export const ShortcutsStoreModel = types.model("KeysStore", { singleKeyEnabled: true }).actions((self) => ({
  setSingleKey(isOn: boolean) {
    self.singleKeyEnabled = isOn;
    storeEnv(self).storage.setItem(KEY, isOn ? "on" : "off");
  },
}));

export interface ShortcutsStore extends Instance<typeof ShortcutsStoreModel> {}
