import { useEffect, useId, useRef, useState, type ComponentProps, type KeyboardEvent, type ReactNode } from "react";
import { InputGroup } from "./InputGroup.ts";
import { nextIndex } from "./nextIndex.ts";
import styles from "./Combobox.module.css";

type Field = Pick<
  ComponentProps<typeof InputGroup>,
  "className" | "inputRef" | "size" | "leftIcon" | "placeholder" | "maxLength" | "onFocus" | "aria-keyshortcuts"
>;

export interface ComboboxProps<Option> extends Field {
  /** Name of the field. */
  label: string;
  /** Name of the list. */
  listLabel: string;
  /** Elements in the ends of the field, 40 px wide: Blueprint's own would be measured after each key, which lays out the whole page. */
  leftElement?: ReactNode;
  rightElement?: ReactNode;
  value: string;
  /** What the value may become; empty: no list is shown. */
  options: readonly Option[];
  keyOf: (option: Option) => string;
  renderOption: (option: Option) => ReactNode;
  /** Enter takes the first option unless the arrow keys select another; otherwise Enter takes the text. */
  isFirstSelected?: boolean;
  /** @param caret position of the caret in the text */
  onValueChange: (value: string, caret: number) => void;
  onChoose: (option: Option) => void;
  /** Called when Escape or a blur closes the list. */
  onClose: (reason: "escape" | "blur") => void;
  /** The keys that the list does not use. */
  onKeyDown?: (event: KeyboardEvent) => void;
}

/** A text field with a list of suggestions. The focus stays in the field; the vertical arrow keys select. */
export function Combobox<Option>({
  label,
  listLabel,
  leftElement,
  rightElement,
  value,
  options,
  keyOf,
  renderOption,
  isFirstSelected = false,
  onValueChange,
  onChoose,
  onClose,
  onKeyDown,
  ...field
}: ComboboxProps<Option>) {
  const id = useId();
  /** The key of an option, since the options may be replaced while one is selected. */
  const [selected, setSelected] = useState<string | null>(null);
  const isListed = options.length > 0;
  const active = Math.max(
    isFirstSelected ? 0 : -1,
    options.findIndex((option) => keyOf(option) === selected),
  );

  const list = useRef<HTMLDivElement>(null);
  // The focus stays in the field, so the browser does not scroll to the option.
  useEffect(() => {
    if (isListed) list.current?.children[active]?.scrollIntoView({ block: "nearest" });
  }, [isListed, active]);

  const choose = (option: Option): void => {
    setSelected(null);
    onChoose(option);
  };
  const handleKey = (event: KeyboardEvent): void => {
    // The key is for the input method, for example Enter that takes a word.
    if (event.nativeEvent.isComposing) return;
    const option = options[active];
    if (!isListed || event.altKey || event.ctrlKey || event.metaKey) onKeyDown?.(event);
    else if (event.key === "ArrowDown" || event.key === "ArrowUp") {
      event.preventDefault();
      // Where nothing is selected at first, the text itself is one more position, before the first option and after the last.
      const offset = isFirstSelected ? 0 : 1;
      const keys = { axis: "vertical", wraps: true } as const;
      const next = options[(nextIndex(event.key, active + offset, options.length + offset, keys) ?? offset) - offset];
      setSelected(next === undefined ? null : keyOf(next));
    } else if (event.key === "Escape") {
      event.preventDefault();
      setSelected(null);
      onClose("escape");
    } else if (event.key === "Enter" && option !== undefined) {
      event.preventDefault();
      choose(option);
    } else onKeyDown?.(event);
  };

  return (
    <div className={styles.combobox}>
      <InputGroup
        {...field}
        type="search"
        role="combobox"
        aria-label={label}
        aria-expanded={isListed}
        aria-controls={isListed ? `${id}list` : undefined}
        aria-autocomplete="list"
        aria-activedescendant={isListed && active >= 0 ? `${id}${active}` : undefined}
        autoComplete="off"
        spellCheck={false}
        value={value}
        onChange={({ target }) => {
          setSelected(null);
          onValueChange(target.value, target.selectionStart ?? target.value.length);
        }}
        onBlur={() => {
          setSelected(null);
          onClose("blur");
        }}
        onKeyDown={handleKey}
      />
      {leftElement && <span className={styles.left}>{leftElement}</span>}
      {rightElement && <span className={styles.right}>{rightElement}</span>}
      {isListed && (
        <div
          ref={list}
          id={`${id}list`}
          role="listbox"
          tabIndex={-1}
          aria-label={listLabel}
          className={styles.list}
          // A press, also of the scrollbar, must not move the focus out of the field, which would close the list before the click.
          onMouseDown={(event) => event.preventDefault()}
        >
          {options.map((option, at) => (
            // oxlint-disable-next-line jsx-a11y/click-events-have-key-events -- the keys are the field's, which keeps the focus
            <div
              key={keyOf(option)}
              id={`${id}${at}`}
              role="option"
              tabIndex={-1}
              aria-selected={at === active}
              className={styles.option}
              onClick={() => choose(option)}
            >
              {renderOption(option)}
            </div>
          ))}
        </div>
      )}
    </div>
  );
}
