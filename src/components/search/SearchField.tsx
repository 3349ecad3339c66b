import { useRef, useState, type KeyboardEvent } from "react";
import { TEXT_LIMITS } from "../../../contract/constants.ts";
import { useTranslation } from "../../i18n/useTranslation.ts";
import type { Completion, KnownValues, TypedFilter } from "./queryCompletions.ts";
import { useCompletions } from "./useCompletions.ts";
import { useRecall } from "./useRecall.ts";
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
  const completions = useCompletions({ input, text, known, onTypedFilter, onChange });
  const [isHistoryOpen, setHistoryOpen] = useState(false);
  const recall = useRecall(text, history, onChange);
  const options: readonly Option[] =
    text === "" && isHistoryOpen
      ? history.map((past) => ({ kind: "past", past }))
      : completions.options.map((completion) => ({ kind: "completion", completion }));

  useFocusShortcut(input);

  const close = () => {
    setHistoryOpen(false);
    completions.close();
  };
  const handleKey = (event: KeyboardEvent) => {
    if (event.altKey || event.ctrlKey || event.metaKey || options.length > 0) return;
    if (event.key === "ArrowUp" && recall.older) recall.older();
    else if (event.key === "ArrowDown" && recall.newer) recall.newer();
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
          recall.reset();
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
          renderOption={(option) => <OptionText option={option} />}
          onValueChange={(query, caret) => {
            recall.reset();
            setHistoryOpen(false);
            onChange(query);
            completions.completeAt(query, caret);
          }}
          onChoose={(option) => {
            if (option.kind === "completion") completions.apply(option.completion.text);
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

/** A row of the list. */
function OptionText({ option }: { option: Option }) {
  const { t, format } = useTranslation("search");
  if (option.kind === "past") {
    const { name, q, project } = option.past;
    return (
      <span className={styles.option}>
        <span>{name ?? <code>{q}</code>}</span>
        <Text size="small" tone="muted">
          {name === null
            ? t("history.recent")
            : project === undefined
              ? t("history.saved")
              : t("history.savedIn", { project })}
        </Text>
      </span>
    );
  }
  const { text, filter, count } = option.completion;
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
