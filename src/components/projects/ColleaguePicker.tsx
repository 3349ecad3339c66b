import { useId, useRef, useState, type KeyboardEvent } from "react";
import type { CompanyUser } from "../../../contract/access/companies.ts";
import { TEXT_LIMITS } from "../../../contract/constants.ts";
import { useTranslation } from "../../i18n/useTranslation.ts";
import { ErrorState, type ErrorInfo } from "../patterns/ErrorState.tsx";
import { Form } from "../patterns/Form.tsx";
import { Skeleton } from "../ui/Skeleton.tsx";
import { Button } from "../ui/Button.tsx";
import { Checkbox } from "../ui/Checkbox.ts";
import { InputGroup } from "../ui/InputGroup.ts";
import { SearchIcon } from "../ui/icons.ts";
import { nextIndex } from "../ui/nextIndex.ts";
import { Text } from "../ui/Text.tsx";
import { Card } from "../ui/Card.tsx";
import styles from "./ColleaguePicker.module.css";

/** Maximum of rendered rows: a company may have thousands of people, and the search narrows them. */
const SHOWN = 50;

export interface ColleaguePickerProps {
  /** All people of the company; null while the list loads. */
  people: readonly CompanyUser[] | null;
  /** Ids of the project's members: they are not offered. */
  members: readonly string[];
  /** The list could not be loaded. */
  failure?: ErrorInfo | null;
  onRetry: () => void;
  /** Why the last addition was refused. */
  errors?: readonly string[];
  isBusy?: boolean;
  /** Whether a name contains the typed text, by the rules of the reader's language. */
  contains: (name: string, text: string) => boolean;
  /** @returns whether they were added */
  onAdd: (people: readonly CompanyUser[]) => Promise<boolean>;
}

/** Searches the people of the company, and adds the selected ones to a project at once. */
export function ColleaguePicker({
  people,
  members,
  failure = null,
  onRetry,
  errors = [],
  isBusy = false,
  contains,
  onAdd,
}: ColleaguePickerProps) {
  const { t, format } = useTranslation("project");
  const id = useId();
  const [text, setText] = useState("");
  const [selected, setSelected] = useState<readonly string[]>([]);
  const search = useRef<HTMLInputElement>(null);
  const picker = useRef<HTMLDivElement>(null);

  if (!people) {
    return failure ? (
      <ErrorState title={t("colleagues.failed")} failure={failure} onRetry={onRetry} />
    ) : (
      <Skeleton shape="rows" count={3} height="2.5rem" />
    );
  }
  const offered = people
    .filter((person) => !members.includes(person.id))
    .toSorted((a, b) => format.compare(a.name, b.name));
  if (offered.length === 0) {
    return (
      <Text as="p" tone="muted" overflow="anywhere">
        {t(people.length > 1 ? "colleagues.allIn" : "colleagues.alone")}
      </Text>
    );
  }
  const chosen = offered.filter((person) => selected.includes(person.id));
  const found = offered.filter(({ name, email }) => contains(name, text) || contains(email, text));
  const rows = found.slice(0, SHOWN);

  const add = async () => {
    if (!(await onAdd(chosen))) return;
    setSelected([]);
    setText("");
    search.current?.focus();
  };
  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- the keys of the fields inside bubble to it
    <div ref={picker} onKeyDown={(event) => moveFocus(event, search.current, picker.current)}>
      <Form
        className={styles.picker}
        label={t("colleagues.title")}
        isBusy={isBusy}
        onSubmit={() => {
          if (chosen.length > 0) void add();
        }}
      >
        <InputGroup
          inputRef={search}
          leftIcon={<SearchIcon />}
          type="search"
          autoComplete="off"
          aria-label={t("colleagues.search")}
          placeholder={t("colleagues.search")}
          aria-describedby={`${id}count`}
          maxLength={TEXT_LIMITS.query}
          value={text}
          onValueChange={setText}
        />
        <Text as="p" tone="muted" overflow="anywhere" id={`${id}count`} role="status">
          {found.length === 0
            ? t("colleagues.noMatch")
            : found.length > rows.length
              ? t("colleagues.more", { shown: format.number(rows.length), total: format.number(found.length) })
              : t("colleagues.found", { count: found.length })}
        </Text>
        {rows.length > 0 && (
          <Card as="ul" padding={1} className={styles.list} aria-label={t("colleagues.title")}>
            {rows.map((person) => (
              <li key={person.id}>
                <ColleagueChoice
                  person={person}
                  isChosen={selected.includes(person.id)}
                  onChange={(isChosen) => {
                    // Not disabled while busy: Enter in a box submits the form, and the box keeps the focus.
                    if (!isBusy)
                      setSelected((now) =>
                        isChosen ? [...now, person.id] : now.filter((other) => other !== person.id),
                      );
                  }}
                />
              </li>
            ))}
          </Card>
        )}
        {chosen.length > 0 && (
          <Text as="p" tone="muted" overflow="anywhere">
            {t("colleagues.selected", { names: format.list(chosen.map(({ name }) => name)) })}
          </Text>
        )}
        <p role="alert" className={styles.error}>
          {errors.join("\n")}
        </p>
        <div>
          <Button
            type="submit"
            intent="primary"
            text={chosen.length > 0 ? t("people.addAction", { count: chosen.length }) : t("colleagues.add")}
            disabled={chosen.length === 0}
            loading={isBusy}
          />
        </div>
      </Form>
    </div>
  );
}

/** Arrow keys go from the search through the list and back; Space selects, as in every checkbox. */
function moveFocus(event: KeyboardEvent, search: HTMLInputElement | null, picker: HTMLElement | null): void {
  const stops = [search, ...(picker?.querySelectorAll<HTMLInputElement>("input[type=checkbox]") ?? [])];
  const at = stops.findIndex((stop) => stop === document.activeElement);
  if (at === -1) return;
  // Home and End move the caret of the search.
  const key = event.key === "Enter" && at === 0 ? "ArrowDown" : event.key;
  const next = key.startsWith("Arrow") ? nextIndex(key, at, stops.length, { axis: "vertical" }) : null;
  if (next === null) return;
  event.preventDefault();
  stops[next]?.focus();
}

interface ColleagueChoiceProps {
  person: CompanyUser;
  isChosen: boolean;
  onChange: (isChosen: boolean) => void;
}

function ColleagueChoice({ person: { name, email }, isChosen, onChange }: ColleagueChoiceProps) {
  return (
    <Checkbox
      className={styles.choice}
      checked={isChosen}
      onChange={({ currentTarget: { checked } }) => onChange(checked)}
    >
      <Text weight="medium" overflow="anywhere">
        {name}
      </Text>
      {name !== email && (
        <Text size="small" tone="muted" overflow="anywhere">
          {" "}
          {email}
        </Text>
      )}
    </Checkbox>
  );
}
