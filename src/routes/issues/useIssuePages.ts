import { useCallback, useEffect, useRef, useState } from "react";
import type { IssuePage, IssueRow } from "../../../contract/issues.ts";
import type { Result } from "../../services/result.ts";

export interface IssuePages {
  readonly rows: readonly IssueRow[];
  readonly paging: "complete" | "more" | "loading" | "failed";
  readonly loadMore: () => void;
}

interface Loaded {
  /** The first page of the list that the others continue. */
  readonly first: IssuePage;
  readonly key: string;
  readonly rows: readonly IssueRow[];
  readonly next: string | null;
  readonly status: "resting" | "loading" | "failed";
}

const startWith = (first: IssuePage, key: string): Loaded => ({
  first,
  key,
  rows: first.results,
  next: first.next,
  status: "resting",
});

/** After a reload of the first page, the pages loaded behind it are kept, so that the reader's position does not change. */
function renew(old: Loaded, first: IssuePage): Loaded {
  if (old.rows.length <= first.results.length) return startWith(first, old.key);
  return { ...old, first, rows: withoutRepeats(first.results, old.rows), status: "resting" };
}

/** An issue that moved between two pages while they were read is in both; it is shown once. */
function withoutRepeats(rows: readonly IssueRow[], more: readonly IssueRow[]): readonly IssueRow[] {
  const known = new Set(rows.map(({ id }) => id));
  return [...rows, ...more.filter(({ id }) => !known.has(id))];
}

/**
 * The concatenated pages of a list, loaded by cursor while the reader scrolls.
 *
 * @param first the page that the loader has loaded
 * @param key identifies the query; another key resets the list and drops pending requests
 * @param load fetches the page behind a cursor
 */
export function useIssuePages(
  first: IssuePage,
  key: string,
  load: (cursor: string, signal: AbortSignal) => Promise<Result<IssuePage>>,
): IssuePages {
  const [state, setState] = useState(() => startWith(first, key));
  const inFlight = useRef<AbortController | null>(null);
  if (state.key !== key) setState(startWith(first, key));
  else if (state.first !== first) setState(renew(state, first));

  useEffect(() => () => inFlight.current?.abort(), [key]);

  const { next, status } = state;
  const loadMore = useCallback(() => {
    if (next === null || status === "loading") return;
    const controller = new AbortController();
    inFlight.current?.abort();
    inFlight.current = controller;
    setState((now) => ({ ...now, status: "loading" }));
    void load(next, controller.signal).then((result) => {
      if (controller.signal.aborted) return;
      setState((now) => {
        if (now.key !== key) return now;
        if (!result.success) return { ...now, status: "failed" };
        return {
          ...now,
          rows: withoutRepeats(now.rows, result.data.results),
          next: result.data.next,
          status: "resting",
        };
      });
    });
  }, [next, status, load, key]);

  const paging = status === "resting" ? (next === null ? "complete" : "more") : status;
  return { rows: state.rows, paging, loadMore };
}
