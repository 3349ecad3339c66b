import { type RefObject, useLayoutEffect, useRef, useState } from "react";
import {
  type Completion,
  type KnownValues,
  type TypedFilter,
  complete,
  completionsAt,
  typedFilterAt,
} from "./queryCompletions.ts";

interface CompletedField {
  readonly input: RefObject<HTMLInputElement | null>;
  readonly text: string;
  readonly known: KnownValues;
  readonly onTypedFilter: ((typed: TypedFilter | null) => void) | undefined;
  readonly onChange: (text: string) => void;
}

const NO_OPTIONS: readonly Completion[] = [];

/** The completions of the part of a query that is typed. */
export function useCompletions({ input, text, known, onTypedFilter, onChange }: CompletedField) {
  /** Where the user types; null while nothing is completed. Values that arrive later are then shown at once. */
  const [typedAt, setTypedAt] = useState<{ readonly query: string; readonly caret: number } | null>(null);
  const completions = typedAt?.query === text ? completionsAt(text, typedAt.caret, known) : null;
  /** A completion whose caret is not placed yet: that can be done only after its text is rendered. */
  const completed = useRef<{ readonly query: string; readonly caret: number } | null>(null);
  // Before the next key: a frame later, a letter that was typed meanwhile would be behind the caret.
  useLayoutEffect(() => {
    const next = completed.current;
    completed.current = null;
    if (next?.query === text) input.current?.setSelectionRange(next.caret, next.caret);
  }, [input, text]);
  const completeAt = (query: string, caret: number): void => {
    setTypedAt({ query, caret });
    onTypedFilter?.(typedFilterAt(query, caret));
  };
  return {
    options: completions?.options ?? NO_OPTIONS,
    completeAt,
    /** Replaces the typed part. */
    apply: (option: string): void => {
      if (!completions) return;
      const next = complete(text, completions, option);
      onChange(next.query);
      input.current?.focus();
      completed.current = next;
      completeAt(next.query, next.caret);
    },
    close: (): void => {
      setTypedAt(null);
      onTypedFilter?.(null);
    },
  };
}
