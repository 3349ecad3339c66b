import { types, type Instance } from "mobx-state-tree";
import type { ConnectionStatus } from "../services/connectivity.ts";

/** Whether the server is reachable and has the page's version. */
export const ConnectivityStoreModel = types
  .model("ConnectivityStore", {})
  .volatile(() => ({
    status: "online" as ConnectionStatus,
    /** The server has another version of the app than the one that is loaded. */
    hasNewVersion: false,
    version: null as string | null,
    /** Number of times that the server became reachable again: a change retries what failed meanwhile. */
    reconnectCount: 0,
  }))
  .actions((self) => ({
    setStatus(status: ConnectionStatus) {
      self.status = status;
    },
    noteReconnect() {
      self.reconnectCount += 1;
    },
    /** @param version the version of the app that the server serves now; the first reported one is that of the loaded page */
    noteVersion(version: string) {
      if (self.version === null) self.version = version;
      else if (self.version !== version) self.hasNewVersion = true;
    },
    announceNewVersion() {
      self.hasNewVersion = true;
    },
  }));

export interface ConnectivityStore extends Instance<typeof ConnectivityStoreModel> {}
