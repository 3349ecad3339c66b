import { useEffect, useState } from "react";
import { useStableCallback } from "../../hooks/useStableCallback.ts";
import { splitHtml } from "../../domain/codeLines.ts";

export interface Highlighting {
  /** Highlighted HTML of a line (from 0), where it is available; the function is another one after each change. */
  readonly htmlOf: (line: number) => string | undefined;
  /** Number of highlighted lines, from the first one. */
  readonly count: number;
}

const NONE: Highlighting = { htmlOf: () => undefined, count: 0 };
const always = () => true;

/**
 * The highlighting of a text as it arrives, piece by piece. The highlighter is loaded with the first text that needs it.
 * @param language as the index names it; null: no highlighting
 * @param isShown whether one of these lines (from 0, the end excluded) is on screen. A piece that is not shown renders nothing, so that a
 *   hundred thousand lines do not render a page hundreds of times.
 */
export function useHighlighting(
  lines: readonly string[],
  language: string | null,
  isShown: (from: number, to: number) => boolean = always,
): Highlighting {
  const [state, setState] = useState<{ readonly of: readonly string[]; readonly now: Highlighting }>({
    of: lines,
    now: NONE,
  });
  const areShown = useStableCallback(isShown);
  useEffect(() => {
    if (language === null) return undefined;
    const controller = new AbortController();
    const found: (string | undefined)[] = [];
    const read = async () => {
      const { highlightCode } = await import("./highlightCode.ts");
      const publish = () => setState({ of: lines, now: { htmlOf: (line) => found[line], count: found.length } });
      await highlightCode(
        lines,
        language,
        (start, piece) => {
          if (controller.signal.aborted) return;
          const pieces = splitHtml(piece);
          pieces.forEach((line, at) => (found[start + at] = line));
          if (areShown(start, start + pieces.length)) publish();
        },
        controller.signal,
      );
      if (!controller.signal.aborted) publish();
    };
    // The text is complete without highlighting, so a chunk that fails to load is not reported.
    read().catch(() => undefined);
    return () => controller.abort();
  }, [lines, language, areShown]);
  return state.of === lines ? state.now : NONE;
}
