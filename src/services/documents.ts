import * as endpoints from "virtual:endpoints";
import type { Client } from "./client.ts";

/** The address of a document. */
export interface DocumentAddress {
  readonly source: string;
  /** Empty: the source's root. */
  readonly path: string;
}

/** The document explorer. */
export const createDocumentsService = ({ call }: Client) => ({
  /** Without an address: the project's sources. */
  list: (id: string, address?: DocumentAddress, signal?: AbortSignal) =>
    call(endpoints.listDocuments, {
      params: { id },
      query: { source: address?.source, path: address?.path || undefined },
      signal,
    }),
  /** A page of a wiki; files of repositories are read by the service `code`. */
  content: (id: string, { source, path }: DocumentAddress, signal?: AbortSignal) =>
    call(endpoints.getDocument, { params: { id }, query: { source, path }, signal }),
  find: (id: string, q: string, signal?: AbortSignal) =>
    call(endpoints.findDocuments, { params: { id }, query: { q }, signal }),
  related: (id: string, { source, path }: DocumentAddress, signal?: AbortSignal) =>
    call(endpoints.relatedToDocument, { params: { id }, query: { source, path }, signal }),
  staleReferences: (id: string, { source, path }: DocumentAddress, signal?: AbortSignal) =>
    call(endpoints.documentStaleReferences, { params: { id }, query: { source, path }, signal }),
});
export type DocumentsService = ReturnType<typeof createDocumentsService>;
