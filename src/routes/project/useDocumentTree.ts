import { useCallback, useEffect, useMemo, useRef, useState } from "react";
import type { DocumentEntry } from "../../../contract/documents.ts";
import type { TreeRow } from "../../components/documents/FileTree.tsx";
import type { DocumentAddress, DocumentsService } from "../../services/documents.ts";
import type { ApiError } from "../../services/result.ts";
import { hrefTo } from "../paths.ts";
import { useRefetchOnReconnect } from "../useRefetchOnReconnect.ts";
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
 * @param version changes when a sync has changed the documents
 * @param wikis ids of the sources that are wikis
 */
export function useDocumentTree(
  documents: DocumentsService,
  slug: string,
  current: { readonly source: string | null; readonly path: string },
  version: string,
  wikis: ReadonlySet<string>,
): DocumentTree {
  const [levels, setLevels] = useState<ReadonlyMap<string, Level>>(new Map());
  const [expanded, setExpanded] = useState<ReadonlySet<string>>(new Set());
  const asking = useRef(new Map<string, AbortController>());

  const load = useCallback(
    (key: string) => {
      asking.current.get(key)?.abort();
      const controller = new AbortController();
      asking.current.set(key, controller);
      setLevels((before) =>
        new Map(before).set(key, { status: "loading", entries: before.get(key)?.entries ?? [], failure: null }),
      );
      const ask = async () => {
        const [source = "", path = ""] = key.split("\n");
        const address = key === ROOT ? undefined : { source, path };
        const result = await documents.list(slug, address, controller.signal);
        if (controller.signal.aborted) return;
        setLevels((before) =>
          new Map(before).set(key, {
            status: result.success ? "ready" : "failed",
            entries: result.success ? result.data : (before.get(key)?.entries ?? []),
            failure: result.error,
          }),
        );
      };
      void ask();
    },
    [documents, slug],
  );

  useEffect(() => {
    const running = asking.current;
    return () => {
      for (const controller of running.values()) controller.abort();
    };
  }, []);

  // The sources first, and after a sync all loaded levels.
  useEffect(() => {
    const known = [...asking.current.keys()];
    for (const key of new Set([ROOT, ...known])) load(key);
  }, [load, version]);

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
    for (const key of above) if (!asking.current.has(key)) load(key);
  }, [opened, current.path, load]);

  const toggle = useCallback(
    (key: string) => {
      setExpanded((before) => {
        const next = new Set(before);
        if (!next.delete(key)) next.add(key);
        return next;
      });
      if (!asking.current.has(key)) load(key);
    },
    [load],
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
          drift: entry.drift ?? 0,
          place: index + 1,
          siblings: entries.length,
        });
        if (isExpanded && level) add(level.entries, depth + 1);
      });
    };
    add(sources?.entries ?? [], 0);
    return found;
  }, [levels, expanded, sources, slug, wikis]);

  const ensure = useCallback(
    (address: DocumentAddress) => {
      const key = placeKey(address);
      if (!asking.current.has(key)) load(key);
    },
    [load],
  );
  const levelOf = useCallback((address: DocumentAddress) => levels.get(placeKey(address)), [levels]);
  const retry = useCallback(() => {
    for (const [key, level] of levels) if (level.status === "failed") load(key);
  }, [levels, load]);
  useRefetchOnReconnect(
    useMemo(() => [...levels.values()].some(({ status }) => status === "failed"), [levels]),
    retry,
  );
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
