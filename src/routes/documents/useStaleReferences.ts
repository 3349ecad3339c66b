import type { DocumentStaleReferences } from "../../../contract/documents/documents.ts";
import { documentKeys } from "../../queries/documentKeys.ts";
import { type QueryState, useQuery } from "../../queries/useQuery.ts";
import type { DocumentAddress } from "../../services/documents.ts";
import { useServices } from "../appContext.tsx";

/** Retry interval, in milliseconds, while they are still checked. */
const POLL_INTERVAL_MS = 2500;

/** Names in a page that the code no longer has. @param address null: nothing is asked */
export function useStaleReferences(slug: string, address: DocumentAddress | null): QueryState<DocumentStaleReferences> {
  const { documents } = useServices();
  return useQuery(
    address && documentKeys.documentStaleReferences(slug, address.source, address.path),
    (signal) => documents.staleReferences(slug, address ?? { source: "", path: "" }, signal),
    {
      isLive: true,
      keepPreviousData: false,
      refetchIntervalMs: (found) => (found?.state === "checking" ? POLL_INTERVAL_MS : false),
    },
  );
}
