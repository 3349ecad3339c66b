import { useCallback, useMemo } from "react";
import { useLocation, useNavigate } from "react-router-dom";
import type { CodeContent } from "../../../contract/code/code.ts";
import type { CodeViewName } from "../../components/code/FileHeader.tsx";
import { type LineRange, readLineHash } from "../../domain/address.ts";
import { renderedAs } from "../../domain/codeFile.ts";
import { hrefTo } from "../paths.ts";
import { type CodeState, codeQuery } from "./codeUrl.ts";
import { useCodeShortcuts } from "./useCodeShortcuts.ts";

/** What the address of a file says, the addresses of its other views and lines, and the keys that lead there. */
export function useFileAddress(slug: string, state: CodeState, content: CodeContent) {
  const navigate = useNavigate();
  const { hash } = useLocation();
  const { repository, path } = content;
  const selected = useMemo(() => readLineHash(hash), [hash]);
  const views = viewsOf(content);
  // A link to a line shows the source, because only the source has lines.
  const first: CodeViewName = views.includes("rendered") && !selected ? "rendered" : "source";
  const view = state.view !== null && views.includes(state.view) ? state.view : first;

  const hrefOf = useCallback(
    (to: Partial<CodeState>, range = selected) =>
      hrefTo.code(
        slug,
        {
          repository: repository.address,
          path,
          revision: to.revision === undefined ? state.revision : to.revision,
          line: range?.from,
          lastLine: range?.to,
        },
        codeQuery(to),
      ),
    [slug, repository.address, path, state.revision, selected],
  );
  const sourceHref = useCallback((line: number) => hrefOf({ view: "source" }, { from: line, to: line }), [hrefOf]);
  const linesHref = (range: LineRange) => hrefOf({ view: state.view }, range);
  const permalink = hrefOf({ revision: content.revision?.hash ?? null, view: state.view });
  useCodeShortcuts({
    onPermalink: () => void navigate(permalink, { preventScrollReset: true }),
    onBlame: () => void navigate(hrefOf({ view: view === "blame" ? "source" : "blame" }), { preventScrollReset: true }),
    onHistory: () => void navigate(hrefOf({ view: "history" }, null)),
  });
  return {
    selected,
    views,
    view,
    /** The same file with another view or revision; the selected lines stay unless others are given. */
    hrefOf,
    /** A line of the source. */
    sourceHref,
    /** Lines in the view that the address names. */
    linesHref,
    permalink,
    select: (range: LineRange) => void navigate(linesHref(range), { replace: true, preventScrollReset: true }),
  };
}

export type FileAddress = ReturnType<typeof useFileAddress>;

function viewsOf({ kind, text, path }: CodeContent): readonly CodeViewName[] {
  if (kind !== "text" || text === null) return ["rendered", "history"];
  return renderedAs(path) === null ? ["source", "blame", "history"] : ["rendered", "source", "blame", "history"];
}
