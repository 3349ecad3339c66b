import { useState } from "react";
import type { CodeContent } from "../../../contract/code.ts";
import { renderedAs } from "../../domain/codeFile.ts";
import { useHeadingOutline } from "../useHeadingOutline.ts";
import type { FileAddress } from "./useFileAddress.ts";

/** The outline of a file, which follows its scroll position: the headings of a page of Markdown, the symbols of other files. */
export function useFileOutline({ path, text, symbols }: CodeContent, { view, sourceHref, linesHref }: FileAddress) {
  const [topLine, setTopLine] = useState(1);
  const page = renderedAs(path) === "markdown" ? text : null;
  const headings = useHeadingOutline(page ?? "", view === "rendered" ? null : sourceHref);
  const isShown = view === "source" || (view === "rendered" && page !== null);
  const entries =
    page === null
      ? symbols.map(({ name, kind, start_line: line, depth }) => ({
          name,
          kind,
          line,
          depth,
          href: linesHref({ from: line, to: line }),
        }))
      : headings.entries;
  return {
    /** Empty in a view without an outline. */
    entries: isShown ? entries : [],
    /** The line that the reader is at, 1-based. */
    line: view === "rendered" ? headings.line : topLine,
    /** The id of the heading that the address names. */
    target: headings.target,
    onTopHeading: headings.onTopHeading,
    onTopLine: setTopLine,
  };
}

export type FileOutline = ReturnType<typeof useFileOutline>;
