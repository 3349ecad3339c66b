import { useEffect, useRef, useState } from "react";
import { useStableCallback } from "../../hooks/useStableCallback.ts";

/** Debounce in milliseconds. */
export const DEBOUNCE_MS = 180;

const unchanged = (text: string): string => text;

export interface DebouncedTextOptions {
  /** Milliseconds after the last key until the text is settled; null: only `commit` settles it. */
  readonly pause?: number | null;
  /** The owner's normalization (trim, truncation): texts with the same result are the same query. */
  readonly normalize?: (text: string) => string;
  /** Changes on a step back or forward: the settled text then replaces the typed one in any case. */
  readonly historyKey?: string | undefined;
}

export interface DebouncedText {
  readonly text: string;
  readonly type: (text: string) => void;
  /** Settles a text at once; omitted: the typed one. */
  readonly commit: (text?: string) => void;
  /** Returns the text for a change that the caller makes itself: the field expects it back and does not settle it again. */
  readonly take: () => string;
}

/**
 * A field whose settled text is stored elsewhere (in the address, in a filter) and arrives late. While the user types, the field is the
 * source of truth: a text that this field has settled itself is recognised when it arrives and changes nothing, however much was typed
 * since. Only a text from elsewhere (a link, a cleared filter) or a step back or forward replaces what was typed.
 */
export function useDebouncedText(
  settled: string,
  onSettle: (text: string) => void,
  { pause = DEBOUNCE_MS, normalize = unchanged, historyKey }: DebouncedTextOptions = {},
): DebouncedText {
  const [text, setText] = useState(settled);
  /** The owner's current text, normalized. */
  const confirmed = useRef(normalize(settled));
  /** Texts that this field has settled and the owner has not yet confirmed, oldest first, normalized. */
  const pending = useRef<string[]>([]);
  const lastHistoryKey = useRef(historyKey);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const settle = useStableCallback(onSettle);
  const normalizeText = useStableCallback(normalize);
  useEffect(() => {
    const arrived = normalizeText(settled);
    const isHistoryStep = lastHistoryKey.current !== historyKey;
    lastHistoryKey.current = historyKey;
    if (!isHistoryStep && arrived === confirmed.current) return;
    confirmed.current = arrived;
    const pendingIndex = isHistoryStep ? -1 : pending.current.indexOf(arrived);
    if (pendingIndex >= 0) {
      // Earlier texts that have not arrived were superseded and never will.
      pending.current.splice(0, pendingIndex + 1);
      return;
    }
    clearTimeout(timer.current);
    pending.current = [];
    setText(settled);
  }, [settled, historyKey, normalizeText]);
  useEffect(() => () => clearTimeout(timer.current), []);

  /** Whether the text is new to the owner: neither its current one nor pending. */
  const expect = (next: string): boolean => {
    clearTimeout(timer.current);
    const normalized = normalizeText(next);
    if (normalized === (pending.current.at(-1) ?? confirmed.current)) return false;
    pending.current.push(normalized);
    return true;
  };
  const commit = (next: string = text) => {
    setText(next);
    if (expect(next)) settle(next);
  };
  const take = () => {
    expect(text);
    return text;
  };
  const type = (next: string) => {
    setText(next);
    clearTimeout(timer.current);
    if (pause !== null) timer.current = setTimeout(() => commit(next), pause);
  };
  return { text, type, commit, take };
}
