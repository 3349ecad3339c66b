import { useId, useRef, useState, type KeyboardEvent } from "react";
import { TEXT_LIMITS } from "../../../contract/constants.ts";
import { useTranslation } from "../../i18n/useTranslation.ts";
import { type Completions, type KnownValues, complete, completionsAt } from "./queryCompletions.ts";
import { useFocusShortcut } from "../ui/useFocusShortcut.ts";
import { Button } from "../ui/Button.ts";
import { InputGroup } from "../ui/InputGroup.ts";
import { Spinner } from "../ui/Spinner.ts";
import { CrossIcon, SearchIcon } from "../ui/icons.ts";
import styles from "./SearchField.module.css";

export interface SearchFieldProps {
  text: string;
  isLoading?: boolean;
  /** Values for completions of filters. */
  known?: KnownValues;
  onChange: (text: string) => void;
  /** Enter: search at once, without the debounce. */
  onSubmit: () => void;
  /** Arrow down: moves to the first result. */
  onLeave: () => void;
}

const NOTHING_KNOWN: KnownValues = {};

/**
 * The project's search field. `/` focuses it from anywhere on the page outside of a text field. While a filter is typed it shows
 * completions.
 */
export function SearchField({
  text,
  isLoading = false,
  known = NOTHING_KNOWN,
  onChange,
  onSubmit,
  onLeave,
}: SearchFieldProps) {
  const { t } = useTranslation("search");
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const [completions, setCompletions] = useState<Completions | null>(null);
  const [active, setActive] = useState(-1);
  const options = completions?.options ?? [];

  useFocusShortcut(input);

  const close = () => {
    setCompletions(null);
    setActive(-1);
  };
  const look = (query: string, caret: number | null) => {
    setCompletions(completionsAt(query, caret ?? query.length, known));
    setActive(-1);
  };
  const take = (at: number) => {
    const option = options[at];
    if (!completions || !option) return;
    const next = complete(text, completions, option.text);
    onChange(next.query);
    input.current?.focus();
    // The caret can be set only after the text is rendered.
    requestAnimationFrame(() => input.current?.setSelectionRange(next.caret, next.caret));
    look(next.query, next.caret);
  };
  const handleKey = (event: KeyboardEvent) => {
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    if (options.length === 0) {
      if (event.key !== "ArrowDown") return;
      event.preventDefault();
      onLeave();
      return;
    }
    if (event.key === "ArrowDown" || event.key === "ArrowUp") {
      event.preventDefault();
      const step = event.key === "ArrowDown" ? 1 : -1;
      // The text itself is one more position, beyond the last and before the first option.
      setActive(((active + 1 + step + options.length + 1) % (options.length + 1)) - 1);
    } else if (event.key === "Escape") {
      event.preventDefault();
      close();
    } else if (event.key === "Enter" && active >= 0) {
      event.preventDefault();
      take(active);
    }
  };

  return (
    <search>
      <form
        className={styles.form}
        onSubmit={(event) => {
          event.preventDefault();
          close();
          onSubmit();
        }}
      >
        <InputGroup
          className={styles.field}
          inputRef={input}
          size="large"
          type="search"
          role="combobox"
          aria-expanded={options.length > 0}
          aria-controls={`${id}options`}
          aria-autocomplete="list"
          aria-activedescendant={active < 0 ? undefined : `${id}${active}`}
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
          onChange={(event) => {
            onChange(event.target.value);
            look(event.target.value, event.target.selectionStart);
          }}
          onBlur={close}
          onKeyDown={handleKey}
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
                  close();
                  input.current?.focus();
                }}
              />
            )
          }
        />
        <div
          id={`${id}options`}
          role="listbox"
          tabIndex={-1}
          aria-label={t("complete.title")}
          className={styles.options}
          hidden={options.length === 0}
        >
          {options.map(({ text: option, filter }, at) => (
            // oxlint-disable-next-line jsx-a11y/click-events-have-key-events -- the keys are the field's, which keeps the focus
            <div
              key={option}
              id={`${id}${at}`}
              role="option"
              tabIndex={-1}
              aria-selected={at === active}
              className={styles.option}
              // A press must not move the focus out of the field.
              onMouseDown={(event) => event.preventDefault()}
              onClick={() => take(at)}
            >
              <code>{option}</code>
              {option.endsWith(":") && <span className={styles.meaning}>{t(`complete.${filter}`)}</span>}
            </div>
          ))}
        </div>
      </form>
    </search>
  );
}
