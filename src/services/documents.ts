import type {
  DocumentContent,
  DocumentDrift,
  DocumentEntry,
  DocumentRelated,
  FoundDocument,
} from "../../contract/documents.ts";
import { validate } from "./responseGuard.ts";
import * as shapes from "./guards/documents.ts";
import type { Http } from "./http.ts";

/** The address of a document. */
export interface DocumentAddress {
  readonly source: string;
  /** Empty: the source's root. */
  readonly path: string;
}

const at = (slug: string, rest = ""): string => `projects/${encodeURIComponent(slug)}/documents${rest}`;

/** The document explorer. `path` is omitted from a query where it is empty. */
export const createDocumentsService = (http: Http) => ({
  /** Without an address: the project's sources. */
  list: (slug: string, address?: DocumentAddress, signal?: AbortSignal) =>
    validate(
      shapes.documents,
      http<DocumentEntry[]>("GET", at(slug), {
        query: { source: address?.source, path: address?.path || undefined },
        signal,
      }),
    ),
  content: (slug: string, { source, path }: DocumentAddress, revision: string | null, signal?: AbortSignal) =>
    validate(
      shapes.documentContent,
      http<DocumentContent>("GET", at(slug, "/content"), { query: { source, path, revision }, signal }),
    ),
  /** A file that a page names, which may not exist. */
  named: (slug: string, { source, path }: DocumentAddress, revision: string | null, signal?: AbortSignal) =>
    validate(
      shapes.documentContent,
      http<DocumentContent>("GET", at(slug, "/content"), { query: { source, path, revision, named: "true" }, signal }),
    ),
  find: (slug: string, q: string, signal?: AbortSignal) =>
    validate(shapes.foundDocuments, http<FoundDocument[]>("GET", at(slug, "/find"), { query: { q }, signal })),
  related: (slug: string, { source, path }: DocumentAddress, signal?: AbortSignal) =>
    validate(
      shapes.documentRelated,
      http<DocumentRelated>("GET", at(slug, "/related"), { query: { source, path }, signal }),
    ),
  drift: (slug: string, { source, path }: DocumentAddress, signal?: AbortSignal) =>
    validate(shapes.documentDrift, http<DocumentDrift>("GET", at(slug, "/drift"), { query: { source, path }, signal })),
});
export type DocumentsService = ReturnType<typeof createDocumentsService>;
