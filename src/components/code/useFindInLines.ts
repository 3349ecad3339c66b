import { useMemo, useState } from "react";
import { findInLines } from "../../domain/findInLines.ts";

/** The search in a file: its text is null while it is closed. */
export function useFindInLines(lines: readonly string[]) {
  const [text, setText] = useState<string | null>(null);
  const [chosen, setChosen] = useState(0);
  const places = useMemo(() => findInLines(lines, text ?? ""), [lines, text]);
  const byLine = useMemo(() => Map.groupBy(places, ({ line }) => line), [places]);
  const current = Math.min(chosen, Math.max(0, places.length - 1));
  return {
    text,
    places,
    byLine,
    current,
    /** The place that is shown. */
    place: places[current] ?? null,
    open: () => setText((before) => before ?? ""),
    close: () => setText(null),
    search: (next: string) => {
      setText(next);
      setChosen(0);
    },
    step: (step: 1 | -1) => setChosen(places.length === 0 ? 0 : (current + step + places.length) % places.length),
  };
}
