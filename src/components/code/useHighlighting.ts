import { useEffect, useRef, useState } from "react";
import { splitHtml } from "../../domain/codeLines.ts";

/** Highlighted HTML by line (from 0), where it is available; the function is another one after each change. */
export type LineHtml = (line: number) => string | undefined;

const NONE: LineHtml = () => undefined;

/**
 * The highlighting of a text as it arrives, piece by piece. The page is rendered again only for pieces that it shows, so that a hundred
 * thousand lines do not render a page hundreds of times.
 * @param isShown whether one of these lines (from 0, the end excluded) is on screen
 */
export function useHighlighting(
  lines: readonly string[],
  language: string | null,
  isShown: (from: number, to: number) => boolean,
): LineHtml {
  const [html, setHtml] = useState<{ readonly of: readonly string[]; readonly at: LineHtml }>({ of: lines, at: NONE });
  const shown = useRef(isShown);
  useEffect(() => {
    shown.current = isShown;
  });
  useEffect(() => {
    if (language === null) return undefined;
    const controller = new AbortController();
    const found: (string | undefined)[] = [];
    const read = async () => {
      const { highlightCode } = await import("../ui/highlightCode.ts");
      const publish = () => setHtml({ of: lines, at: (line) => found[line] });
      await highlightCode(
        lines,
        language,
        (start, piece) => {
          if (controller.signal.aborted) return;
          const pieces = splitHtml(piece);
          pieces.forEach((line, at) => (found[start + at] = line));
          if (shown.current(start, start + pieces.length)) publish();
        },
        controller.signal,
      );
      if (!controller.signal.aborted) publish();
    };
    // The text is complete without highlighting, so a chunk that fails to load is not reported.
    read().catch(() => undefined);
    return () => controller.abort();
  }, [lines, language]);
  return html.of === lines ? html.at : NONE;
}
