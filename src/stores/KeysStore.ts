import { types, type Instance } from "mobx-state-tree";
import { storeEnv, type KeyValueStorage } from "./StoreEnv.ts";

const KEY = "clew.singleKeys";

/** Single-character shortcuts are on unless they were switched off in this browser. */
export const readKeys = (storage: KeyValueStorage): boolean => storage.getItem(KEY) !== "off";

/** Whether single-character shortcuts (J, ?, /) are active: users of speech input switch them off (WCAG 2.1.4). */
export const KeysStoreModel = types.model("KeysStore", { areSingleOn: true }).actions((self) => ({
  setSingle(isOn: boolean) {
    self.areSingleOn = isOn;
    storeEnv(self).storage.setItem(KEY, isOn ? "on" : "off");
  },
}));

export interface KeysStore extends Instance<typeof KeysStoreModel> {}
