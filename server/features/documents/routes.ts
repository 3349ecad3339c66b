import type { RouteRegistrar } from "../../http/router.ts";
import { getStaleReferences } from "./getStaleReferences.ts";
import type { StaleReferenceChecker } from "./StaleReferenceChecker.ts";
import { type DocumentReaders, getDocument } from "./getDocument.ts";
import { findProjectDocuments, listDocuments } from "./listDocuments.ts";
import { issueDocuments, relatedToDocument } from "./relatedDocuments.ts";

/** The document explorer, and the pages that may help with an issue. */
export function mountDocuments(mount: RouteRegistrar, readers: DocumentReaders, drift: StaleReferenceChecker): void {
  const { db, indexes } = readers;
  mount("listDocuments", listDocuments(db, indexes, drift));
  mount("getDocument", getDocument(readers));
  mount("findDocuments", findProjectDocuments(db, indexes));
  mount("relatedToDocument", relatedToDocument(db, indexes));
  mount("documentDrift", getStaleReferences(db, indexes, drift));
  mount("issueDocuments", issueDocuments(db, indexes));
}
