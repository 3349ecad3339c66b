import { z } from "zod";
import type { Endpoint } from "../endpoint.ts";
import {
  DocumentContent,
  DocumentContentQuery,
  DocumentEntry,
  DocumentQuery,
  DocumentRelated,
  DocumentStaleReferences,
  DocumentsQuery,
  FindDocumentsQuery,
  FoundDocument,
} from "./documents.ts";

// A table: one call, one row.
/** Calls about documents. */
// prettier-ignore
export const DOCUMENT_ENDPOINTS = {
  listDocuments: { method: "GET", path: "projects/:id/documents/", auth: "user", query: DocumentsQuery, status: 200, response: z.array(DocumentEntry), runs: "engine", agents: true, scope: "read", expired: false, confirm: false },
  getDocument: { method: "GET", path: "projects/:id/documents/content/", auth: "user", query: DocumentContentQuery, status: 200, response: DocumentContent, runs: "engine", agents: true, scope: "read", expired: false, confirm: false },
  findDocuments: { method: "GET", path: "projects/:id/documents/find/", auth: "user", query: FindDocumentsQuery, status: 200, response: z.array(FoundDocument), runs: "engine", agents: true, scope: "read", expired: false, confirm: false },
  relatedToDocument: { method: "GET", path: "projects/:id/documents/related/", auth: "user", query: DocumentQuery, status: 200, response: DocumentRelated, runs: "engine", agents: true, scope: "read", expired: false, confirm: false },
  documentStaleReferences: { method: "GET", path: "projects/:id/documents/stale-references/", auth: "user", query: DocumentQuery, status: 200, response: DocumentStaleReferences, runs: "main", agents: true, scope: "read", expired: false, confirm: false },
} as const satisfies Record<string, Endpoint>;
