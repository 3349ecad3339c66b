import * as endpoints from "virtual:endpoints/imports";
import type { BodySent } from "../../contract/callTypes.ts";
import type { Client } from "./client.ts";

export type NewCustomSource = BodySent<"createCustomSource">;

/** Custom sources, whose items an importer sends. */
export const createImportsService = ({ call, send }: Client) => ({
  create: (id: string, body: NewCustomSource) => call(endpoints.createCustomSource, { params: { id }, body }),
  get: (itemId: string, signal?: AbortSignal) => call(endpoints.getImport, { params: { itemId }, signal }),
  /** Stores items as one batch: all of it or nothing. */
  send: (itemId: string, body: BodySent<"importItems">, signal?: AbortSignal) =>
    call(endpoints.importItems, { params: { itemId }, body, signal }),
  keepMapping: (itemId: string, body: BodySent<"keepImportMapping">) =>
    send(endpoints.keepImportMapping, { params: { itemId }, body }),
  tokens: (itemId: string, signal?: AbortSignal) => call(endpoints.listImportTokens, { params: { itemId }, signal }),
  /** The secret is only in this response. */
  createToken: (itemId: string, name: string) =>
    call(endpoints.createImportToken, { params: { itemId }, body: { name } }),
  revokeToken: (tokenId: string) => send(endpoints.deleteImportToken, { params: { tokenId } }),
});
export type ImportsService = ReturnType<typeof createImportsService>;
