import { useCallback, useEffect, useMemo, useState } from "react";
import type { DocumentEntry } from "../../../contract/documents.ts";
import type { TreeRow } from "../../components/documents/FileTree.tsx";
import type { DocumentAddress, DocumentsService } from "../../services/documents.ts";
import type { ApiError } from "../../services/result.ts";
import { hrefTo } from "../paths.ts";
import { queryKeys } from "../../queries/queryKeys.ts";
import { useQueries } from "../../queries/useQueries.ts";
import { foldersAbove, placeKey } from "./documentUrl.ts";

/** One level of the tree. `entries` are kept while they are reloaded. */
interface Level {
  readonly status: "loading" | "ready" | "failed";
  readonly entries: readonly DocumentEntry[];
  readonly failure: ApiError | null;
}

const ROOT = "";

export interface DocumentTree {
  readonly rows: readonly TreeRow[];
  /** The project's sources; null before they are loaded. */
  readonly sources: readonly DocumentEntry[] | null;
  readonly failure: ApiError | null;
  /** The entries of a folder, where that level has been read. */
  readonly levelOf: (address: DocumentAddress) => Level | undefined;
  /** Loads the level of a folder unless that is done. */
  readonly ensure: (address: DocumentAddress) => void;
  readonly toggle: (key: string) => void;
  readonly retry: () => void;
}

/**
 * The tree of a project's documents, loaded level by level: the sources, expanded folders, and the ancestors of the open document.
 * @param wikis ids of the sources that are wikis
 */
export function useDocumentTree(
  documents: DocumentsService,
  slug: string,
  current: { readonly source: string | null; readonly path: string },
  wikis: ReadonlySet<string>,
): DocumentTree {
  const [expanded, setExpanded] = useState<ReadonlySet<string>>(new Set());
  const [asked, setAsked] = useState<readonly string[]>([ROOT]);
  const ask = useCallback(
    (...keys: readonly string[]) =>
      setAsked((before) => (keys.every((key) => before.includes(key)) ? before : [...new Set([...before, ...keys])])),
    [],
  );
  const { states, retry } = useQueries(
    asked.map((key) => {
      const [source = "", path = ""] = key.split("\n");
      return {
        queryKey: queryKeys.documents(slug, source, path),
        queryFn: (signal) => documents.list(slug, key === ROOT ? undefined : { source, path }, signal),
        isLive: true,
      };
    }),
  );
  const levels = useMemo(
    (): ReadonlyMap<string, Level> =>
      new Map(
        states.flatMap(({ data, error, isLoading }, index) => {
          const level: Level = {
            status: isLoading ? "loading" : error ? "failed" : "ready",
            entries: data ?? [],
            failure: isLoading ? null : error,
          };
          const key = asked[index];
          return key === undefined ? [] : [[key, level] as const];
        }),
      ),
    [asked, states],
  );

  const sources = levels.get(ROOT);
  const only = sources?.entries.length === 1 ? (sources.entries[0]?.source ?? null) : null;
  const opened = current.source ?? only;
  // The ancestors of the open document expand, so that it is visible in the tree.
  useEffect(() => {
    if (opened === null) return;
    const above = [
      placeKey({ source: opened, path: "" }),
      ...foldersAbove(current.path).map((path) => placeKey({ source: opened, path })),
    ];
    setExpanded((before) => (above.every((key) => before.has(key)) ? before : new Set([...before, ...above])));
    ask(...above);
  }, [opened, current.path, ask]);

  const toggle = useCallback(
    (key: string) => {
      setExpanded((before) => {
        const next = new Set(before);
        if (!next.delete(key)) next.add(key);
        return next;
      });
      ask(key);
    },
    [ask],
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
          href: hrefTo.document(slug, { source: entry.source, path: entry.path }),
          depth,
          kind: entry.kind === "source" ? (wikis.has(entry.source) ? "wiki" : "repository") : entry.kind,
          isExpanded,
          isLoading: isExpanded === true && level?.status === "loading" && level.entries.length === 0,
          isFailed: isExpanded === true && level?.status === "failed",
          staleReferences: entry.stale_references ?? 0,
          place: index + 1,
          siblings: entries.length,
        });
        if (isExpanded && level) add(level.entries, depth + 1);
      });
    };
    add(sources?.entries ?? [], 0);
    return found;
  }, [levels, expanded, sources, slug, wikis]);

  const ensure = useCallback((address: DocumentAddress) => ask(placeKey(address)), [ask]);
  const levelOf = useCallback((address: DocumentAddress) => levels.get(placeKey(address)), [levels]);
  return {
    rows,
    sources: sources && (sources.status === "ready" || sources.entries.length > 0) ? sources.entries : null,
    failure: sources?.failure ?? null,
    levelOf,
    ensure,
    toggle,
    retry,
  };
}
