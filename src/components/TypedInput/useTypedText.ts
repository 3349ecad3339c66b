import { useEffect, useRef, useState } from "react";

/** Milliseconds without a key that count as the end of a word. */
export const TYPING_PAUSE = 180;

const asTyped = (text: string): string => text;

export interface TypedTextOptions {
  /** Milliseconds after the last key until the text is settled; null: only `commit` settles it. */
  readonly pause?: number | null;
  /** What the owner makes of a text (trimmed, cut): two texts with one outcome are the same question. */
  readonly normalize?: (text: string) => string;
  /** Changes when the reader goes back or forward: the settled text then replaces what was typed, whatever it is. */
  readonly returned?: string | undefined;
}

export interface TypedText {
  readonly text: string;
  readonly type: (text: string) => void;
  /** Settles a text at once; left out: what was typed. */
  readonly commit: (text?: string) => void;
  /** The text for a change that the caller makes itself together with another: the field expects it back and settles nothing more. */
  readonly take: () => string;
}

/**
 * A field whose settled text is stored elsewhere (in the address, in a filter) and arrives late. While the user types, the field is the
 * source of truth: a text that this field has settled itself is recognised when it arrives and changes nothing, however much was typed
 * since. Only a text from elsewhere (a link, a cleared filter) or a step back or forward replaces what was typed.
 */
export function useTypedText(
  settled: string,
  onSettle: (text: string) => void,
  { pause = TYPING_PAUSE, normalize = asTyped, returned }: TypedTextOptions = {},
): TypedText {
  const [text, setText] = useState(settled);
  /** As the owner has it now, normalized. */
  const landed = useRef(normalize(settled));
  /** What this field has settled and the owner has not yet confirmed, oldest first, normalized. */
  const underWay = useRef<string[]>([]);
  const lastReturn = useRef(returned);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const latest = useRef({ onSettle, normalize });
  useEffect(() => {
    latest.current = { onSettle, normalize };
  });
  useEffect(() => {
    const arrived = latest.current.normalize(settled);
    const isReturn = lastReturn.current !== returned;
    lastReturn.current = returned;
    if (!isReturn && arrived === landed.current) return;
    landed.current = arrived;
    const own = isReturn ? -1 : underWay.current.indexOf(arrived);
    if (own >= 0) {
      // An earlier one that has not arrived by now was overtaken and never will.
      underWay.current.splice(0, own + 1);
      return;
    }
    clearTimeout(timer.current);
    underWay.current = [];
    setText(settled);
  }, [settled, returned]);
  useEffect(() => () => clearTimeout(timer.current), []);

  /** Whether the owner does not have this text and is not being given it. */
  const expect = (next: string): boolean => {
    clearTimeout(timer.current);
    const wanted = normalize(next);
    if (wanted === (underWay.current.at(-1) ?? landed.current)) return false;
    underWay.current.push(wanted);
    return true;
  };
  const commit = (next: string = text) => {
    setText(next);
    if (expect(next)) latest.current.onSettle(next);
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
