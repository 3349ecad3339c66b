import type { Mount } from "../route.ts";
import { documentDrift } from "./documentDrift.ts";
import type { DriftKeeper } from "./DriftKeeper.ts";
import { type DocumentReaders, getDocument } from "./getDocument.ts";
import { findProjectDocuments, listDocuments } from "./listDocuments.ts";
import { issueDocuments, relatedToDocument } from "./relatedDocuments.ts";

/** The document explorer, and the pages that may help with an issue. */
export function mountDocuments(mount: Mount, readers: DocumentReaders, drift: DriftKeeper): void {
  const { db, indexes } = readers;
  mount("listDocuments", listDocuments(db, indexes, drift));
  mount("getDocument", getDocument(readers));
  mount("findDocuments", findProjectDocuments(db, indexes));
  mount("relatedToDocument", relatedToDocument(db, indexes));
  mount("documentDrift", documentDrift(db, indexes, drift));
  mount("issueDocuments", issueDocuments(db, indexes));
}
