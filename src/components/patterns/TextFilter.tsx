import { useRef } from "react";
import { DebouncedInput } from "../ui/DebouncedInput.tsx";
import { SearchIcon } from "../ui/icons.ts";
import { useFocusShortcut } from "../ui/pageShortcuts.ts";

export interface TextFilterProps {
  /** Its accessible name and placeholder. */
  label: string;
  text: string;
  /** Changes on a step back or forward: the text of the filter then replaces the typed text. */
  historyKey?: string | undefined;
  className?: string | undefined;
  onChange: (text: string) => void;
}

/** Debounce in milliseconds. */
const PAUSE_MS = 250;

const trimmed = (text: string): string => text.trim();

/** The text by which a list is narrowed. Debounced: one request per word instead of one per letter. */
export function TextFilter({ label, text, historyKey, className, onChange }: TextFilterProps) {
  const input = useRef<HTMLInputElement>(null);
  useFocusShortcut(input);
  return (
    <DebouncedInput
      className={className ?? ""}
      inputRef={input}
      type="search"
      leftIcon={<SearchIcon />}
      aria-label={label}
      placeholder={label}
      maxLength={1000}
      value={text}
      pause={PAUSE_MS}
      normalize={trimmed}
      historyKey={historyKey}
      onSettle={(typed) => onChange(trimmed(typed))}
    />
  );
}
