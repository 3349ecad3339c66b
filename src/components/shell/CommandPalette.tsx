import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef, useState } from "react";
import { TEXT_LIMITS } from "../../../contract/constants.ts";
import { useTranslation } from "../../i18n/useTranslation.ts";
import { ForeignText } from "../ui/ForeignText.tsx";
import { Omnibar, type OmnibarProps } from "../ui/Omnibar.tsx";
import { Spinner } from "../ui/Spinner.tsx";
import { Text } from "../ui/Text.tsx";
import styles from "./CommandPalette.module.css";

export type PaletteGroup =
  | "recent"
  | "past"
  | "filters"
  | "screens"
  | "actions"
  | "projects"
  | "saved"
  | "files"
  | "symbols"
  | "issues"
  | "requests"
  | "commits"
  | "pages"
  | "people"
  | "search";

export interface PaletteItem {
  /** Unique in the list. */
  id: string;
  group: PaletteGroup;
  title: string;
  /** Its container: the project of an issue, the folder of a file. */
  detail?: string | undefined;
}

export interface CommandPaletteProps {
  isOpen: boolean;
  query: string;
  /** The items that match the query. Groups are shown in the order of their first items. Enter selects the first. */
  items: readonly PaletteItem[];
  /** The filters of the query, each of which can be removed; nothing where it has none. */
  filters?: ReactNode;
  /** More is loading: names are fetched while the user types. */
  isLoading?: boolean;
  /** Shown under the list when a part of it failed to load. */
  note?: string | undefined;
  onQuery: (query: string) => void;
  onChoose: (id: string) => void;
  onClose: () => void;
}

/** One field for navigation to names, screens and projects, and for commands. Arrow keys select, Enter opens. */
export function CommandPalette({
  isOpen,
  query,
  items,
  filters,
  isLoading = false,
  note,
  onQuery,
  onChoose,
  onClose,
}: CommandPaletteProps) {
  const { t } = useTranslation("palette");
  const listId = useId();
  const groups = [...new Set(items.map(({ group }) => group))];
  // The arrow keys follow the rendered order.
  const ordered = groups.flatMap((group) => items.filter((item) => item.group === group));
  const [activeId, setActiveId] = useState<string | null>(null);
  const active = ordered.find(({ id }) => id === activeId) ?? ordered[0] ?? null;
  // Only an arrow key changes the selection: a late response must not replace the first item.
  const isMoving = useRef(false);
  const optionId = (id: string): string => `${listId}${id}`;
  const label = t("label");
  const input = useRef<HTMLInputElement>(null);
  const hasFilters = filters !== undefined;
  // The last filter took its button with it, and with that the focus.
  useEffect(() => {
    if (!hasFilters && document.activeElement === document.body) input.current?.focus();
  }, [hasFilters]);

  return (
    <Omnibar<PaletteItem>
      label={label}
      isOpen={isOpen}
      className={styles.palette}
      overlayProps={{
        shouldReturnFocusOnClose: true,
        transitionDuration: 0,
      }}
      query={query}
      // The list is rebuilt with every response; its selection is kept until the query changes.
      resetOnQuery={false}
      onQueryChange={(next) => {
        setActiveId(null);
        onQuery(next);
      }}
      items={ordered}
      itemsEqual="id"
      activeItem={active}
      onActiveItemChange={(item) => {
        if (isMoving.current) setActiveId(item?.id ?? null);
        isMoving.current = false;
      }}
      itemListPredicate={(_query, all) => all}
      onItemSelect={({ id }) => onChoose(id)}
      onClose={onClose}
      inputProps={{
        inputRef: input,
        onKeyDown: ({ key }) => {
          isMoving.current = key === "ArrowDown" || key === "ArrowUp";
        },
        role: "combobox",
        "aria-label": label,
        "aria-expanded": ordered.length > 0,
        "aria-autocomplete": "list",
        "aria-controls": listId,
        "aria-activedescendant": active ? optionId(active.id) : undefined,
        placeholder: t("placeholder"),
        maxLength: TEXT_LIMITS.query,
        autoComplete: "off",
        spellCheck: false,
        rightElement: isLoading ? <Spinner className={styles.spinner} size={16} /> : undefined,
      }}
      itemRenderer={(item, props) => <PaletteOption key={item.id} {...props} item={item} id={optionId(item.id)} />}
      itemListRenderer={({ filteredItems, itemsParentRef, renderItem }) => (
        <>
          {hasFilters && (
            // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- keeps keys of the buttons inside from the list
            <div className={styles.filters} onKeyDown={keepFromList} onKeyUp={keepFromList}>
              {filters}
            </div>
          )}
          <div
            ref={itemsParentRef as (list: HTMLElement | null) => void}
            id={listId}
            role="listbox"
            aria-label={label}
            className={styles.list}
          >
            {groups.map((group) => (
              <PaletteGroupList
                key={group}
                name={t(`group.${group}`)}
                options={filteredItems.flatMap((item, at) => (item.group === group ? [renderItem(item, at)] : []))}
              />
            ))}
          </div>
          <Text as="p" tone="muted" className={styles.foot} role="status">
            {/* Announced after each answer; the keys are described by the hint. */}
            <span className="visually-hidden">
              {items.length > 0 && !isLoading && `${t("count", { count: items.length })}. `}
            </span>
            {note ?? (items.length === 0 && !isLoading ? t("nothing") : t("hint"))}
          </Text>
        </>
      )}
    />
  );
}

/** Enter on the button of a filter removes it, and must not open the selected item too. */
function keepFromList(event: KeyboardEvent): void {
  if (event.key !== "Escape") event.stopPropagation();
}

type RenderedItem = Parameters<OmnibarProps<PaletteItem>["itemRenderer"]>[1];

interface PaletteOptionProps extends Pick<RenderedItem, "handleClick" | "handleFocus" | "modifiers" | "ref"> {
  item: PaletteItem;
  id: string;
}

function PaletteOption({ item: { title, detail }, id, handleClick, handleFocus, modifiers, ref }: PaletteOptionProps) {
  return (
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events -- the field has the focus, and its keys choose
    <li
      ref={ref}
      id={id}
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-to-interactive-role -- options of a listbox; QueryList keeps list items
      role="option"
      tabIndex={-1}
      aria-selected={modifiers.active}
      className={styles.option}
      onMouseDown={(event) => event.preventDefault()}
      onClick={handleClick}
      onFocus={handleFocus}
    >
      <span className={styles.title}>
        <ForeignText text={title} />
      </span>
      {detail && (
        <Text tone="muted" className={styles.detail}>
          {detail}
        </Text>
      )}
    </li>
  );
}

function PaletteGroupList({ name, options }: { name: string; options: readonly ReactNode[] }) {
  if (options.length === 0) return null;
  return (
    <ul role="group" aria-label={name}>
      <Text as="li" tone="muted" className={styles.group} role="presentation">
        {name}
      </Text>
      {options}
    </ul>
  );
}
