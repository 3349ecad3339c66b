import * as endpoints from "virtual:endpoints";
import type { Client } from "./client.ts";

/** Whether sources follow who may see them at their hosts, and the projects that this closes for the user. */
export const createHostAccessService = ({ call }: Client) => ({
  get: (itemId: string, signal?: AbortSignal) => call(endpoints.getHostAccess, { params: { itemId }, signal }),
  choose: (itemId: string, mirrored: boolean) =>
    call(endpoints.chooseHostAccess, { params: { itemId }, body: { mirrored } }),
  /** The closed projects of the user. */
  closed: (signal?: AbortSignal) => call(endpoints.listClosedProjects, { signal }),
  /** Asks the hosts now. @returns what is closed after it */
  check: () => call(endpoints.checkClosedProjects),
});
export type HostAccessService = ReturnType<typeof createHostAccessService>;
