import { useState } from "react";
import type { PastSearch } from "./SearchField.tsx";

/** Recalls the searches of `history` without a name in place of the text, one after the other. */
export function useRecall(text: string, history: readonly PastSearch[], onChange: (text: string) => void) {
  /** The recalled search, and the text that was typed before; null: none. */
  const [recalled, setRecalled] = useState<{ readonly at: number; readonly typed: string } | null>(null);
  const typed = recalled?.typed ?? text;
  const recent = history.filter(({ name, q }) => name === null && q !== typed);
  const at = recalled?.at ?? -1;
  /** @param place in `recent`; -1 is the text that was typed */
  const recall = (place: number): void => {
    setRecalled(place < 0 ? null : { at: place, typed });
    onChange(place < 0 ? typed : (recent[place]?.q ?? typed));
  };
  return {
    /** Undefined at the oldest one. */
    older: at + 1 < recent.length ? () => recall(at + 1) : undefined,
    /** The last one leads back to the text that was typed; undefined while none is recalled. */
    newer: recalled ? () => recall(at - 1) : undefined,
    reset: (): void => setRecalled(null),
  };
}
