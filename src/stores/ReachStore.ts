import { types, type Instance } from "mobx-state-tree";
import type { Place } from "../services/reach.ts";

/** How the page and its server stand to each other. */
export const ReachStoreModel = types
  .model("ReachStore", {})
  .volatile(() => ({
    place: "here" as Place,
    /** The server has another version of the app than the one that is open. */
    hasNewVersion: false,
    version: null as string | null,
    /** How often the server was lost and found again: with another number, what failed meanwhile is asked for once more. */
    returns: 0,
  }))
  .actions((self) => ({
    setPlace(place: Place) {
      self.place = place;
    },
    comeBack() {
      self.returns += 1;
    },
    /** @param version names the app that the server would give out now; the first that is heard of is the one that is open */
    hearVersion(version: string) {
      if (self.version === null) self.version = version;
      else if (self.version !== version) self.hasNewVersion = true;
    },
    tellNewVersion() {
      self.hasNewVersion = true;
    },
  }));

export interface ReachStore extends Instance<typeof ReachStoreModel> {}
