import { useEffect, useRef, useState } from "react";

/** A pause of this many milliseconds counts as the end of a word. */
const TYPING_PAUSE = 180;

export interface TypedText {
  readonly text: string;
  readonly type: (text: string) => void;
  /** Does not wait for the pause. */
  readonly commit: (text?: string) => void;
}

/** What stands in a field while the address still holds what was searched for last. A change from outside (Back, a link) replaces it. */
export function useTypedText(settled: string, onSettle: (text: string) => void): TypedText {
  const [text, setText] = useState(settled);
  const sent = useRef(settled);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const settle = useRef(onSettle);
  useEffect(() => {
    settle.current = onSettle;
  });
  useEffect(() => {
    if (settled === sent.current) return;
    clearTimeout(timer.current);
    sent.current = settled;
    setText(settled);
  }, [settled]);
  useEffect(() => () => clearTimeout(timer.current), []);

  const commit = (next: string = text) => {
    clearTimeout(timer.current);
    setText(next);
    if (next === sent.current) return;
    sent.current = next;
    settle.current(next);
  };
  const type = (next: string) => {
    setText(next);
    clearTimeout(timer.current);
    timer.current = setTimeout(() => commit(next), TYPING_PAUSE);
  };
  return { text, type, commit };
}
