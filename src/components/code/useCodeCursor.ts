import { type KeyboardEvent, useState } from "react";
import type { CodeSymbol } from "../../../contract/code/code.ts";
import type { LineRange } from "../../domain/address.ts";
import { isApplePlatform } from "../ui/isApplePlatform.ts";
import { selectName } from "./nameSelection.ts";

export interface CodeCursorOptions {
  /** Number of lines. */
  count: number;
  /** Where the first key begins: the first selected line, or the first visible one. */
  start: number;
  /** Lines that are selected. A click or a link that selects others moves the current line there. */
  selected: LineRange | null;
  symbols: readonly CodeSymbol[];
  /** The line that is a number of visible rows away from another. */
  moved: (line: number, rows: number) => number;
  /** Whether the line begins a fold that is folded; null: it begins none. */
  isFolded: (line: number) => boolean | null;
  onFold: (line: number) => void;
  onSelect: ((range: LineRange) => void) | undefined;
  reveal: (line: number) => void;
}

export interface CodeCursor {
  /** From 1; null before the first key. */
  readonly line: number | null;
  /** The selected name of the line. */
  readonly name: string | null;
  readonly onKeyDown: (event: KeyboardEvent<HTMLElement>) => void;
}

/** Lines that PageUp and PageDown move. */
const PAGE = 20;

/**
 * The current line of a code view and its keys: the arrows, Home, End, PageUp and PageDown move it, with Shift they select lines, Left and
 * Right fold, Ctrl (on macOS also Alt) and Left or Right select a name, Enter selects the line, and a full stop goes to the enclosing definition.
 */
export function useCodeCursor(options: CodeCursorOptions): CodeCursor {
  const { count, start, selected, symbols, moved, isFolded, onFold, onSelect, reveal } = options;
  const [line, setLine] = useState<number | null>(null);
  const [named, setNamed] = useState<ReturnType<typeof selectName>>(null);
  /** Where the lines that the keys select begin. */
  const [anchor, setAnchor] = useState<number | null>(null);
  /** The lines that the keys selected last. */
  const [byKeys, setByKeys] = useState<LineRange | null>(null);
  const [known, setKnown] = useState(selected);
  if (selected?.from !== known?.from || selected?.to !== known?.to) {
    setKnown(selected);
    const isByKeys = selected !== null && selected.from === byKeys?.from && selected.to === byKeys.to;
    if (selected && line !== null && !isByKeys) {
      setLine(selected.from);
      setNamed(null);
      setAnchor(null);
    }
  }
  const current = line === null ? null : Math.min(line, count);

  const selectByKeys = (range: LineRange) => {
    setByKeys(range);
    onSelect?.(range);
  };
  const targetOf = (key: string): number | undefined => {
    const from = current ?? start;
    switch (key) {
      case "ArrowDown":
        return current === null ? start : moved(current, 1);
      case "ArrowUp":
        return current === null ? start : moved(current, -1);
      case "PageDown":
        return moved(from, PAGE);
      case "PageUp":
        return moved(from, -PAGE);
      case "Home":
        return moved(1, 0);
      case "End":
        return moved(count, 0);
      case ".":
        return symbols.findLast(({ start_line: first, end_line: last }) => first < from && last >= from)?.start_line;
      default:
        return undefined;
    }
  };
  const selectNextName = (box: HTMLElement, step: 1 | -1) => {
    const number = box.querySelector(`[data-line="${current ?? start}"]`);
    const code = number?.parentElement?.querySelector("code");
    if (!code) return;
    setLine(current ?? start);
    setNamed(selectName(code, named === null ? (step > 0 ? 0 : Number.MAX_SAFE_INTEGER) : named.index + step));
  };
  /** Whether the key did something. */
  const act = (event: KeyboardEvent<HTMLElement>): boolean => {
    const { key, shiftKey, ctrlKey, altKey } = event;
    const isSideways = key === "ArrowLeft" || key === "ArrowRight";
    // On macOS, Ctrl and an arrow change the desktop before a page sees them.
    if (isSideways && (ctrlKey || (altKey && isApplePlatform()))) {
      selectNextName(event.currentTarget, key === "ArrowRight" ? 1 : -1);
      return true;
    }
    if (ctrlKey || altKey) return false;
    if (isSideways) {
      // Without a fold the key scrolls sideways.
      if (current === null || shiftKey || isFolded(current) !== (key === "ArrowRight")) return false;
      onFold(current);
      return true;
    }
    if (key === "Enter") {
      if (current === null || !onSelect) return false;
      setAnchor(current);
      selectByKeys({ from: current, to: current });
      return true;
    }
    const target = targetOf(key);
    if (target === undefined) return false;
    if (named) document.getSelection()?.removeAllRanges();
    setNamed(null);
    setLine(target);
    reveal(target);
    if (!shiftKey) setAnchor(null);
    else if (onSelect) {
      const first = anchor ?? current ?? target;
      setAnchor(first);
      selectByKeys({ from: Math.min(first, target), to: Math.max(first, target) });
    }
    return true;
  };
  return {
    line: current,
    name: named?.name ?? null,
    onKeyDown: (event) => {
      // Controls inside have keys of their own, and Enter on a selected name looks it up.
      if (event.target !== event.currentTarget || event.defaultPrevented || event.metaKey) return;
      if (act(event)) event.preventDefault();
    },
  };
}
