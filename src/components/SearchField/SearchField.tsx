import { Button, InputGroup, Spinner } from "@blueprintjs/core";
import { CrossIcon, SearchIcon } from "@blueprintjs/icons";
import { useEffect, useRef } from "react";
import { TEXT_LIMITS } from "../../../contract/constants.ts";
import { useWords } from "../../i18n/useWords.ts";
import styles from "./SearchField.module.css";

export interface SearchFieldProps {
  text: string;
  isLoading?: boolean;
  onChange: (text: string) => void;
  /** Enter: search at once instead of waiting for a pause. */
  onSubmit: () => void;
  /** Arrow down: to the first result. */
  onLeave: () => void;
}

const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement && (target.isContentEditable || /^(?:INPUT|TEXTAREA|SELECT)$/.test(target.tagName));

/** The one field of the project's search. `/` leads to it from anywhere on the page that is not a field itself. */
export function SearchField({ text, isLoading = false, onChange, onSubmit, onLeave }: SearchFieldProps) {
  const { t } = useWords("search");
  const input = useRef<HTMLInputElement>(null);

  useEffect(() => {
    const handleKey = (event: KeyboardEvent) => {
      if (event.key !== "/" || event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) return;
      event.preventDefault();
      input.current?.focus();
      input.current?.select();
    };
    document.addEventListener("keydown", handleKey);
    return () => document.removeEventListener("keydown", handleKey);
  }, []);

  return (
    <search>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          onSubmit();
        }}
      >
        <InputGroup
          className={styles.field}
          inputRef={input}
          size="large"
          type="search"
          leftElement={
            <span className={styles.icon} aria-hidden>
              {isLoading ? <Spinner size={16} /> : <SearchIcon />}
            </span>
          }
          aria-label={t("label")}
          aria-keyshortcuts="/"
          placeholder={t("placeholder")}
          autoComplete="off"
          spellCheck={false}
          maxLength={TEXT_LIMITS.query}
          value={text}
          onValueChange={onChange}
          onKeyDown={(event) => {
            if (event.key !== "ArrowDown") return;
            event.preventDefault();
            onLeave();
          }}
          rightElement={
            text === "" ? (
              <kbd className={styles.key} title={t("key")}>
                /
              </kbd>
            ) : (
              <Button
                variant="minimal"
                icon={<CrossIcon />}
                aria-label={t("clear")}
                onClick={() => {
                  onChange("");
                  input.current?.focus();
                }}
              />
            )
          }
        />
      </form>
    </search>
  );
}
