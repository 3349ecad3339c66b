import { useEffect, useMemo, useState } from "react";
import { useNavigate } from "react-router-dom";
import type { ApiError } from "../../services/result.ts";
import type {
  CallHierarchy,
  CodeDefinition,
  Definitions,
  ReferenceFile,
  References,
} from "../../../contract/code/references.ts";
import type { Paging } from "../../domain/paging.ts";
import type { SymbolAction, SymbolAt } from "../../components/ui/symbolAt.ts";
import { useStableCallback } from "../../hooks/useStableCallback.ts";
import { codeKeys } from "../../queries/codeKeys.ts";
import { useQueries } from "../../queries/useQueries.ts";
import { useQuery } from "../../queries/useQuery.ts";
import { useServices } from "../appContext.tsx";
import { hrefTo } from "../paths.ts";

/** Milliseconds for which the definition of a name is not fetched again. */
const STALE_MS = 60_000;

/** A file of a repository, as the names in it are asked about. */
export interface SymbolPlace {
  readonly source: string;
  readonly path: string;
  /** Omitted: the synced revision of the default branch. */
  readonly revision?: string | undefined;
}

export interface SymbolLookup {
  /** The name that the reader has pointed at; null: none. */
  readonly at: SymbolAt | null;
  /** The card belongs to the pointer: it has opened below it, and closes without it. */
  readonly isHovered: boolean;
  /** One below the pointer opens once there is something to show, and one in place of a definition once there is none. */
  readonly isCardOpen: boolean;
  readonly definitions: { readonly data: Definitions | null; readonly error: ApiError | null };
  /** What the side panel shows; null: it is closed. */
  readonly panel: "references" | "calls" | null;
  /** The parts that were read so far as one list; null until the first one is there. */
  readonly references: {
    readonly files: readonly ReferenceFile[] | null;
    readonly last: References | null;
    /** Error of the first part. */
    readonly error: ApiError | null;
    /** Error of a later part; the parts before it stay. */
    readonly pageError: ApiError | null;
    readonly paging: Paging;
    /** Reads the next part, or the one that failed again. */
    readonly loadMore: () => void;
  };
  readonly calls: { readonly data: CallHierarchy | null; readonly error: ApiError | null };
  readonly ask: (at: SymbolAt, action: SymbolAction) => void;
  readonly show: (panel: "references" | "calls") => void;
  readonly close: () => void;
}

/** The page of a definition. */
export const definitionHref = (slug: string, { source, path, line, end_line: lastLine }: CodeDefinition): string =>
  hrefTo.codeAt(slug, { source, path, line, lastLine });

/** What the reader asks about a name of a file: its definition, and on request its references and calls. */
export function useSymbolLookup(slug: string, place: SymbolPlace): SymbolLookup {
  const { references } = useServices();
  const [at, setAt] = useState<SymbolAt | null>(null);
  const [action, setAction] = useState<SymbolAction>("card");
  const [panel, setPanel] = useState<SymbolLookup["panel"]>(null);
  const [parts, setParts] = useState<readonly number[]>([0]);
  const query = { ...place, line: at?.line ?? 1, column: at?.column ?? 1 };
  const definitions = useQuery(
    at === null ? null : codeKeys.definitions(slug, query),
    (signal) => references.definitions({ project: slug, ...query }, signal),
    { keepPreviousData: false, staleMs: STALE_MS },
  );
  const { states, retry } = useQueries(
    (at !== null && panel === "references" ? parts : []).map((from) => ({
      queryKey: codeKeys.references(slug, { ...query, from }),
      queryFn: (signal: AbortSignal) => references.references({ project: slug, ...query, from }, signal),
    })),
  );
  const calls = useQuery(
    at !== null && panel === "calls" ? codeKeys.calls(slug, query) : null,
    (signal) => references.calls({ project: slug, ...query }, signal),
    { keepPreviousData: false },
  );
  const files = useMemo(() => (states[0]?.data ? states.flatMap(({ data }) => data?.files ?? []) : null), [states]);
  // A part that is being read, or that failed, has no data yet.
  const last = states.findLast(({ data }) => data !== null)?.data ?? null;
  const next = last?.next ?? null;
  const pageError = states.slice(1).find(({ data, error }) => data === null && error !== null)?.error ?? null;
  const isLoading = states.some((part) => part.isLoading);
  const close = useStableCallback(() => {
    setAt(null);
    setPanel(null);
  });
  const navigate = useNavigate();
  const first = definitions.data?.definitions[0];
  const target = at !== null && action === "definition" && first ? definitionHref(slug, first) : null;
  useEffect(() => {
    if (target === null) return;
    close();
    void navigate(target);
  }, [target, close, navigate]);
  const isAnswered = definitions.data !== null || definitions.error !== null;
  const hasCard = action === "card" || (action === "hover" ? first !== undefined : isAnswered && target === null);
  return {
    at,
    isHovered: action === "hover",
    isCardOpen: at !== null && panel === null && hasCard,
    definitions,
    panel,
    references: {
      files,
      last,
      error: states[0]?.data === null ? states[0].error : null,
      pageError,
      paging: isLoading ? "loading" : pageError ? "failed" : next === null ? "complete" : "more",
      loadMore: () => {
        if (pageError ?? states[0]?.error) retry();
        else if (next !== null) setParts((read) => (read.includes(next) ? read : [...read, next]));
      },
    },
    calls,
    ask: useStableCallback((place: SymbolAt, nextAction: SymbolAction) => {
      // What the reader has opened on purpose stays.
      if (nextAction === "hover" && at !== null && (action !== "hover" || panel !== null)) return;
      setParts([0]);
      setPanel(nextAction === "references" ? "references" : null);
      setAction(nextAction);
      setAt(place);
    }),
    show: setPanel,
    close,
  };
}
