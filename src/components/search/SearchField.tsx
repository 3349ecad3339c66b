import { useRef, useState } from "react";
import { TEXT_LIMITS } from "../../../contract/constants.ts";
import { useTranslation } from "../../i18n/useTranslation.ts";
import { type KnownValues, type TypedFilter, complete, completionsAt, typedFilterAt } from "./queryCompletions.ts";
import { useFocusShortcut } from "../ui/useFocusShortcut.ts";
import { Button } from "../ui/Button.ts";
import { Combobox } from "../ui/Combobox.tsx";
import { Spinner } from "../ui/Spinner.ts";
import { CrossIcon, SearchIcon } from "../ui/icons.ts";
import { Kbd } from "../ui/Kbd.tsx";
import styles from "./SearchField.module.css";

export interface SearchFieldProps {
  text: string;
  isLoading?: boolean;
  /** Values for completions of filters. */
  known?: KnownValues;
  /** The filter whose value is being typed, for the owner to load `known`; null once there is none. */
  onTypedFilter?: (typed: TypedFilter | null) => void;
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
  onTypedFilter,
  onChange,
  onSubmit,
  onLeave,
}: SearchFieldProps) {
  const { t, format } = useTranslation("search");
  const input = useRef<HTMLInputElement>(null);
  /** Where the user types; null while nothing is completed. Values that arrive later are then shown at once. */
  const [typedAt, setTypedAt] = useState<{ readonly query: string; readonly caret: number } | null>(null);
  const completions = typedAt?.query === text ? completionsAt(text, typedAt.caret, known) : null;
  const options = completions?.options ?? [];

  useFocusShortcut(input);

  const close = () => {
    setTypedAt(null);
    onTypedFilter?.(null);
  };
  const look = (query: string, caret: number) => {
    setTypedAt({ query, caret });
    onTypedFilter?.(typedFilterAt(query, caret));
  };
  const take = (option: string) => {
    if (!completions) return;
    const next = complete(text, completions, option);
    onChange(next.query);
    input.current?.focus();
    // The caret can be set only after the text is rendered.
    requestAnimationFrame(() => input.current?.setSelectionRange(next.caret, next.caret));
    look(next.query, next.caret);
  };

  return (
    <search>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          close();
          onSubmit();
        }}
      >
        <Combobox
          className={styles.field}
          inputRef={input}
          size="large"
          label={t("label")}
          listLabel={t("complete.title")}
          aria-keyshortcuts="/"
          placeholder={t("placeholder")}
          maxLength={TEXT_LIMITS.query}
          text={text}
          options={options}
          keyOf={(option) => option.text}
          renderOption={({ text: option, filter, count }) => (
            <span className={styles.option}>
              <code>{option}</code>
              {option.endsWith(":") && <span className={styles.meaning}>{t(`complete.${filter}`)}</span>}
              {count !== undefined && <span className={styles.meaning}>{format.number(count)}</span>}
            </span>
          )}
          onChange={(query, caret) => {
            onChange(query);
            look(query, caret);
          }}
          onChoose={(option) => take(option.text)}
          onClose={close}
          onKeyDown={(event) => {
            const isPlain = !event.altKey && !event.ctrlKey && !event.metaKey;
            if (!isPlain || event.key !== "ArrowDown" || options.length > 0) return;
            event.preventDefault();
            onLeave();
          }}
          leftElement={
            <span className={styles.icon} aria-hidden>
              {isLoading ? <Spinner size={16} /> : <SearchIcon />}
            </span>
          }
          rightElement={
            text === "" ? (
              <span className={styles.key} title={t("key")} aria-hidden>
                <Kbd name="/" />
              </span>
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
      </form>
    </search>
  );
}
