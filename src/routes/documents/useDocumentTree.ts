import { useCallback, useMemo, useState } from "react";
import type { DocumentEntry } from "../../../contract/documents/documents.ts";
import type { TreeRow } from "../../components/documents/FileTree.tsx";
import type { DocumentsService } from "../../services/documents.ts";
import type { LoadState } from "../AsyncContent.tsx";
import { documentKeys } from "../../queries/documentKeys.ts";
import { useQueries } from "../../queries/useQueries.ts";
import { type WikiAddresses, entryHref, foldersAbove, placeKey } from "./documentUrl.ts";

const ROOT = "";

export interface DocumentTree {
  readonly rows: readonly TreeRow[];
  /** The project's sources. */
  readonly sources: LoadState<readonly DocumentEntry[]>;
  /** The source of a project that has only one: it is expanded from the start. Null for several, and until they are loaded. */
  readonly onlySource: string | null;
  readonly toggle: (key: string) => void;
}

/**
 * The tree of a project's documents, loaded level by level: the sources, expanded folders, and the ancestors of the open document.
 * @param wikis the sources that are wikis
 */
export function useDocumentTree(
  documents: DocumentsService,
  slug: string,
  current: { readonly source: string | null; readonly path: string },
  wikis: WikiAddresses,
): DocumentTree {
  const [expanded, setExpanded] = useState<ReadonlySet<string>>(new Set());
  const [requested, setRequested] = useState<readonly string[]>([ROOT]);
  const requestLevels = useCallback(
    (...keys: readonly string[]) =>
      setRequested((before) =>
        keys.every((key) => before.includes(key)) ? before : [...new Set([...before, ...keys])],
      ),
    [],
  );
  const { states, retry } = useQueries(
    requested.map((key) => {
      const [source = "", path = ""] = key.split("\n");
      return {
        queryKey: documentKeys.documents(slug, source, path),
        queryFn: (signal) => documents.list(slug, key === ROOT ? undefined : { source, path }, signal),
        isLive: true,
      };
    }),
  );
  const levels = useMemo(
    () => new Map(states.map((level, index) => [requested[index] ?? ROOT, level] as const)),
    [requested, states],
  );

  const sources = levels.get(ROOT) ?? { data: null, error: null, isLoading: true };
  const onlySource = sources.data?.length === 1 ? (sources.data[0]?.source ?? null) : null;
  const opened = current.source ?? onlySource;
  const place = opened === null ? null : placeKey({ source: opened, path: current.path });
  const [shownPlace, setShownPlace] = useState<string | null>(null);
  // The ancestors of the open document expand, so that it is visible in the tree.
  if (place !== shownPlace) {
    setShownPlace(place);
    if (opened !== null) {
      const above = ["", ...foldersAbove(current.path)].map((path) => placeKey({ source: opened, path }));
      setExpanded((before) => (above.every((key) => before.has(key)) ? before : new Set([...before, ...above])));
      requestLevels(...above);
    }
  }

  const toggle = useCallback(
    (key: string) => {
      setExpanded((before) => {
        const next = new Set(before);
        if (!next.delete(key)) next.add(key);
        return next;
      });
      requestLevels(key);
      // Expanding a level again repeats those that failed.
      retry();
    },
    [requestLevels, retry],
  );

  const rows = useMemo(() => {
    const found: TreeRow[] = [];
    const add = (entries: readonly DocumentEntry[], depth: number) => {
      entries.forEach((entry, index) => {
        const key = placeKey(entry);
        const isFolder =
          entry.kind === "source" || entry.kind === "folder" || (entry.kind === "page" && entry.files !== null);
        const isExpanded = isFolder ? expanded.has(key) : null;
        const level = levels.get(key);
        found.push({
          key,
          name: entry.name,
          href: entryHref(slug, wikis, entry),
          depth,
          kind: entry.kind === "source" ? (wikis.has(entry.source) ? "wiki" : "repository") : entry.kind,
          isExpanded,
          isLoading: isExpanded === true && level?.isLoading === true && !level.data?.length,
          isFailed: isExpanded === true && level?.isLoading === false && level.error !== null,
          staleReferences: entry.stale_references ?? 0,
          position: index + 1,
          siblings: entries.length,
        });
        if (isExpanded && level?.data) add(level.data, depth + 1);
      });
    };
    add(sources.data ?? [], 0);
    return found;
  }, [levels, expanded, sources.data, slug, wikis]);

  return { rows, sources: { ...sources, refetch: retry }, onlySource, toggle };
}
