import { useCallback, useMemo, useState } from "react";
import type { CodeContent } from "../../../contract/code/code.ts";
import type { CodeDiscussion } from "../../../contract/requests/requests.ts";
import { type LineDiscussionsOf, useLineDiscussions } from "../request/useLineDiscussions.ts";

export interface FileDiscussions {
  /** The newest first. */
  readonly all: readonly CodeDiscussion[];
  /** How many each line of the file has. */
  readonly byLine: ReadonlyMap<number, number>;
  /** The line whose discussions are open; null: none. */
  readonly line: number | null;
  readonly open: (line: number) => void;
  readonly close: () => void;
  readonly query: LineDiscussionsOf["query"];
}

/** Past review discussions at a file, at the revision on screen. */
export function useFileDiscussions(
  slug: string,
  { repository, path, kind, revision }: Pick<CodeContent, "repository" | "path" | "kind" | "revision">,
): FileDiscussions {
  const paths = useMemo(() => (kind === "text" ? [path] : []), [kind, path]);
  const { query, ofFile } = useLineDiscussions(slug, repository.id, paths, revision?.hash ?? null);
  const all = ofFile(path);
  const [line, setLine] = useState<number | null>(null);
  const byLine = useMemo(() => {
    const counts = new Map<number, number>();
    for (const one of all) if (one.line !== null) counts.set(one.line, (counts.get(one.line) ?? 0) + 1);
    return counts;
  }, [all]);
  const close = useCallback(() => setLine(null), []);
  return { all, byLine, line, open: setLine, close, query };
}
