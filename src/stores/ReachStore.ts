import { types, type Instance } from "mobx-state-tree";
import type { Place } from "../services/reach.ts";

/** Whether the server is reachable and has the page's version. */
export const ReachStoreModel = types
  .model("ReachStore", {})
  .volatile(() => ({
    place: "here" as Place,
    /** The server has another version of the app than the one that is loaded. */
    hasNewVersion: false,
    version: null as string | null,
    /** Number of times that the server became reachable again: a change retries what failed meanwhile. */
    returns: 0,
  }))
  .actions((self) => ({
    setPlace(place: Place) {
      self.place = place;
    },
    comeBack() {
      self.returns += 1;
    },
    /** @param version the version of the app that the server serves now; the first reported one is that of the loaded page */
    hearVersion(version: string) {
      if (self.version === null) self.version = version;
      else if (self.version !== version) self.hasNewVersion = true;
    },
    tellNewVersion() {
      self.hasNewVersion = true;
    },
  }));

export interface ReachStore extends Instance<typeof ReachStoreModel> {}
