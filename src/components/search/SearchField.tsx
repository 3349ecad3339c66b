import { useLayoutEffect, useRef, useState, type KeyboardEvent } from "react";
import { TEXT_LIMITS } from "../../../contract/constants.ts";
import { useTranslation } from "../../i18n/useTranslation.ts";
import {
  type Completion,
  type KnownValues,
  type TypedFilter,
  complete,
  completionsAt,
  typedFilterAt,
} from "./queryCompletions.ts";
import { useFocusShortcut } from "../ui/pageShortcuts.ts";
import { Button } from "../ui/Button.tsx";
import { Combobox } from "../ui/Combobox.tsx";
import { Spinner } from "../ui/Spinner.tsx";
import { Icon } from "../ui/Icon.tsx";
import { CrossIcon, SearchIcon } from "../ui/icons.ts";
import { Kbd } from "../ui/Kbd.tsx";
import { Text } from "../ui/Text.tsx";
import styles from "./SearchField.module.css";

/** An earlier search, or a saved one with its name. */
export interface PastSearch {
  readonly id: string;
  readonly q: string;
  readonly name: string | null;
  /** Name of the project of a saved one, in a search over all. */
  readonly project?: string | undefined;
}

export interface SearchFieldProps {
  /** Name of the field; the search of this project when omitted. */
  label?: string;
  placeholder?: string;
  text: string;
  isLoading?: boolean;
  /** Shown while the field is empty, in this order. Arrow up recalls those without a name, one after the other. */
  history?: readonly PastSearch[];
  /** Opens one of `history`. */
  onChoosePast?: (past: PastSearch) => void;
  /** Values for completions of filters. */
  known?: KnownValues;
  /** The filter whose value is being typed, for the owner to load `known`; null once there is none. */
  onTypedFilter?: (typed: TypedFilter | null) => void;
  onChange: (text: string) => void;
  /** The button that empties the field; `onChange` with an empty text when omitted. */
  onClear?: () => void;
  /** Enter: search at once, without the debounce. */
  onSubmit: () => void;
  /** Arrow down: moves to the first result. */
  onLeave: () => void;
}

const NOTHING_KNOWN: KnownValues = {};
const NO_HISTORY: readonly PastSearch[] = [];

/** A row of the list: a completion of the typed part, or a past search in place of the empty text. */
type Option =
  | { readonly kind: "completion"; readonly completion: Completion }
  | { readonly kind: "past"; readonly past: PastSearch };

/**
 * The search field of a project and of the home page. `/` focuses it from anywhere on the page outside of a text field. While a filter is
 * typed it shows completions.
 */
export function SearchField({
  label,
  placeholder,
  text,
  isLoading = false,
  history = NO_HISTORY,
  onChoosePast,
  known = NOTHING_KNOWN,
  onTypedFilter,
  onChange,
  onClear = () => onChange(""),
  onSubmit,
  onLeave,
}: SearchFieldProps) {
  const { t } = useTranslation("search");
  const input = useRef<HTMLInputElement>(null);
  /** Where the user types; null while nothing is completed. Values that arrive later are then shown at once. */
  const [typedAt, setTypedAt] = useState<{ readonly query: string; readonly caret: number } | null>(null);
  const completions = typedAt?.query === text ? completionsAt(text, typedAt.caret, known) : null;
  const [isHistoryOpen, setHistoryOpen] = useState(false);
  /** The recalled search, and the text that was typed before; null: none. */
  const [recalled, setRecalled] = useState<{ readonly at: number; readonly typed: string } | null>(null);
  const typed = recalled?.typed ?? text;
  const recent = history.filter(({ name, q }) => name === null && q !== typed);
  const options: readonly Option[] =
    text === "" && isHistoryOpen
      ? history.map((past) => ({ kind: "past", past }))
      : (completions?.options ?? []).map((completion) => ({ kind: "completion", completion }));

  /** A completion whose caret is not placed yet: that can be done only after its text is rendered. */
  const completed = useRef<{ readonly query: string; readonly caret: number } | null>(null);
  // Before the next key: a frame later, a letter that was typed meanwhile would be behind the caret.
  useLayoutEffect(() => {
    const next = completed.current;
    completed.current = null;
    if (next?.query === text) input.current?.setSelectionRange(next.caret, next.caret);
  }, [text]);
  useFocusShortcut(input);

  const close = () => {
    setHistoryOpen(false);
    setTypedAt(null);
    onTypedFilter?.(null);
  };
  const completeAt = (query: string, caret: number) => {
    setTypedAt({ query, caret });
    onTypedFilter?.(typedFilterAt(query, caret));
  };
  const applyCompletion = (option: string) => {
    if (!completions) return;
    const next = complete(text, completions, option);
    onChange(next.query);
    input.current?.focus();
    completed.current = next;
    completeAt(next.query, next.caret);
  };

  /** Replaces the text by a recent search: -1 is the text that was typed. */
  const recall = (at: number) => {
    setRecalled(at < 0 ? null : { at, typed });
    onChange(at < 0 ? typed : (recent[at]?.q ?? typed));
  };
  const handleKey = (event: KeyboardEvent) => {
    if (event.altKey || event.ctrlKey || event.metaKey || options.length > 0) return;
    const at = recalled?.at ?? -1;
    if (event.key === "ArrowUp" && at + 1 < recent.length) recall(at + 1);
    else if (event.key === "ArrowDown" && recalled) recall(at - 1);
    else if (event.key === "ArrowDown" && text === "" && history.length > 0) setHistoryOpen(true);
    else if (event.key === "ArrowDown") onLeave();
    else return;
    event.preventDefault();
  };

  return (
    <search>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          close();
          setRecalled(null);
          onSubmit();
        }}
      >
        <Combobox
          className={styles.field}
          inputRef={input}
          size="large"
          label={label ?? t("label")}
          listLabel={t(text === "" ? "history.title" : "complete.title")}
          aria-keyshortcuts="/"
          placeholder={placeholder ?? t("placeholder")}
          maxLength={TEXT_LIMITS.query}
          value={text}
          options={options}
          keyOf={(option) => (option.kind === "past" ? option.past.id : option.completion.text)}
          renderOption={(option) =>
            option.kind === "past" ? (
              <span className={styles.option}>
                <span>{option.past.name ?? <code>{option.past.q}</code>}</span>
                <Text size="small" tone="muted">
                  {option.past.name === null
                    ? t("history.recent")
                    : option.past.project === undefined
                      ? t("history.saved")
                      : t("history.savedIn", { project: option.past.project })}
                </Text>
              </span>
            ) : (
              <CompletionText {...option.completion} />
            )
          }
          onValueChange={(query, caret) => {
            setRecalled(null);
            setHistoryOpen(false);
            onChange(query);
            completeAt(query, caret);
          }}
          onChoose={(option) => {
            if (option.kind === "completion") applyCompletion(option.completion.text);
            else {
              close();
              onChoosePast?.(option.past);
            }
          }}
          onFocus={() => setHistoryOpen(true)}
          onClose={close}
          onKeyDown={handleKey}
          leftElement={
            <Text tone="muted" className={styles.icon} aria-hidden>
              {isLoading ? <Spinner size={16} /> : <Icon of={SearchIcon} />}
            </Text>
          }
          rightElement={
            text === "" ? (
              <Text tone="muted" className={styles.key} title={t("key")} aria-hidden>
                <Kbd name="/" />
              </Text>
            ) : (
              <Button
                variant="minimal"
                icon={<CrossIcon />}
                aria-label={t("clear")}
                onClick={() => {
                  onClear();
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

function CompletionText({ text, filter, count }: Completion) {
  const { t, format } = useTranslation("search");
  return (
    <span className={styles.option}>
      <code>{text}</code>
      {text.endsWith(":") && (
        <Text size="small" tone="muted">
          {t(`complete.${filter}`)}
        </Text>
      )}
      {count !== undefined && (
        <Text size="small" tone="muted">
          {format.number(count)}
        </Text>
      )}
    </span>
  );
}
