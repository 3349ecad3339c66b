import * as endpoints from "virtual:endpoints/directory";
import type { BodySent } from "../../contract/callTypes.ts";
import type { Client } from "./client.ts";

export type DirectoryTokenDraft = BodySent<"createDirectoryToken">;
export type DirectoryMappingDraft = BodySent<"setDirectoryMapping">;

/** Users and groups that a company's directory manages, for its Admins. */
export const createDirectoryService = ({ call, send }: Client) => ({
  settings: (id: string, signal?: AbortSignal) => call(endpoints.getDirectory, { params: { id }, signal }),
  /** The secret is only in this response. */
  createToken: (id: string, body: DirectoryTokenDraft) =>
    call(endpoints.createDirectoryToken, { params: { id }, body }),
  revokeToken: (id: string, tokenId: string) => send(endpoints.revokeDirectoryToken, { params: { id, tokenId } }),
  setMapping: (id: string, body: DirectoryMappingDraft) =>
    call(endpoints.setDirectoryMapping, { params: { id }, body }),
  removeMapping: (id: string, mappingId: string) =>
    send(endpoints.removeDirectoryMapping, { params: { id, mappingId } }),
});
export type DirectoryService = ReturnType<typeof createDirectoryService>;
