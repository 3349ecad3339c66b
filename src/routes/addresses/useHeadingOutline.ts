import { useMemo, useState } from "react";
import { useLocation } from "react-router-dom";
import type { TableOfContentsEntry } from "../../components/documents/TableOfContents.tsx";
import { decodeSafely } from "../../domain/address.ts";
import { parseHeadings } from "../../domain/headings.ts";

/**
 * The outline of a page of Markdown that follows its scroll position.
 * @param lineHref the address of a line of the source; null where the page is rendered. Keep its identity stable.
 */
export function useHeadingOutline(text: string, lineHref: ((line: number) => string) | null) {
  const { hash } = useLocation();
  const [current, setCurrent] = useState<string | null>(null);
  const headings = useMemo(() => parseHeadings(text), [text]);
  const entries = useMemo(
    (): readonly TableOfContentsEntry[] =>
      headings.map(({ id, text: name, line, depth }) => ({
        name,
        kind: "",
        line,
        depth,
        href: lineHref ? lineHref(line) : `#${id}`,
      })),
    [headings, lineHref],
  );
  return {
    entries,
    /** The line of the heading that the reader is below; 0 above the first. */
    line: headings.find(({ id }) => id === current)?.line ?? 0,
    /** The id of the heading that the address names. */
    target: hash.startsWith("#h-") ? decodeSafely(hash.slice(1)) : null,
    onTopHeading: setCurrent,
  };
}
