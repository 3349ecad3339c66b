import { useState } from "react";
import type { CodeContent } from "../../../contract/code/code.ts";
import type { LineRange } from "../../domain/address.ts";
import { renderedAs } from "../../domain/codeFile.ts";
import { useHeadingOutline } from "../addresses/useHeadingOutline.ts";
import type { FileAddress } from "./useFileAddress.ts";

/**
 * The outline of a file, which follows the selected lines, and its scroll position where none is in view: the headings of a page of Markdown,
 * the symbols of other files.
 */
export function useFileOutline(
  { path, text, symbols }: CodeContent,
  { view, selected, sourceHref, linesHref }: FileAddress,
) {
  const [shown, setShown] = useState<LineRange>({ from: 1, to: 1 });
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
  const isSelectionShown = selected !== null && selected.from <= shown.to && selected.to >= shown.from;
  /** Lines of a page belong to the heading above them, those of code to what is defined around them. */
  const placeOf = (line: number): number =>
    page === null ? (symbols.findLast((one) => one.start_line <= line && one.end_line >= line)?.start_line ?? 0) : line;
  return {
    /** Empty in a view without an outline. */
    entries: isShown ? entries : [],
    /** The line that the reader is at, 1-based; 0: outside of every definition. */
    line: view === "rendered" ? headings.line : isSelectionShown ? placeOf(selected.from) : shown.from,
    /** The id of the heading that the address names. */
    target: headings.target,
    onTopHeading: headings.onTopHeading,
    onShown: setShown,
  };
}

export type FileOutline = ReturnType<typeof useFileOutline>;
