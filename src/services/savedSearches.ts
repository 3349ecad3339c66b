import * as endpoints from "virtual:endpoints";
import type { BodySent } from "../../contract/callTypes.ts";
import type { Client } from "./client.ts";

/** Searches that users keep under a name. */
export const createSavedSearchesService = ({ call, send }: Client) => ({
  /** The caller's own and those shared with their projects or company, by name. */
  list: (signal?: AbortSignal) => call(endpoints.listSavedSearches, { query: {}, signal }),
  create: (slug: string, body: BodySent<"createSavedSearch">) =>
    call(endpoints.createSavedSearch, { params: { id: slug }, body }),
  createOverAll: (body: BodySent<"createCompanySearch">) => call(endpoints.createCompanySearch, { body }),
  update: (searchId: string, body: BodySent<"updateSavedSearch">) =>
    call(endpoints.updateSavedSearch, { params: { searchId }, body }),
  remove: (searchId: string) => send(endpoints.deleteSavedSearch, { params: { searchId } }),
  watch: (searchId: string) => call(endpoints.watchSavedSearch, { params: { searchId } }),
  unwatch: (searchId: string) => call(endpoints.unwatchSavedSearch, { params: { searchId } }),
});
export type SavedSearchesService = ReturnType<typeof createSavedSearchesService>;
