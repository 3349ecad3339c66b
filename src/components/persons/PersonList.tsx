import { useEffect, useRef, useState } from "react";
import type { ProjectPerson } from "../../../contract/people/persons.ts";
import { useTranslation } from "../../i18n/useTranslation.ts";
import { PersonName } from "../patterns/PersonName.tsx";
import { Button } from "../ui/Button.tsx";
import { Checkbox } from "../ui/Checkbox.ts";
import { Tag } from "../ui/Tag.tsx";
import { Icon } from "../ui/Icon.tsx";
import { CogIcon, PersonIcon, UndoIcon, UngroupObjectsIcon } from "../ui/icons.ts";
import { Text } from "../ui/Text.tsx";
import styles from "./PersonList.module.css";

export interface PersonListProps {
  persons: readonly ProjectPerson[];
  personHref: (person: ProjectPerson) => string;
  /** Keys of the selected people, by `personKey`. */
  chosen?: readonly string[];
  /** A change is in flight. */
  isBusy?: boolean;
  /** Omit for users who may not merge people. */
  onChoose?: ((person: ProjectPerson, isChosen: boolean) => void) | undefined;
  onUndo?: ((person: ProjectPerson) => void) | undefined;
  /** Splits one account or signature from the others of its person. */
  onSplit?: ((person: ProjectPerson, identity: ProjectPerson["identities"][number]) => void) | undefined;
}

/** Identifies a person in a list: people by rule have no id. */
export const personKey = ({ identities }: ProjectPerson): string => identities[0]?.key ?? "";

/** The button that was pressed last: it keeps the focus during the request, and is removed with its person or by the change. */
function usePressed(persons: readonly ProjectPerson[]) {
  const list = useRef<HTMLUListElement>(null);
  const [pressed, setPressed] = useState<string | null>(null);
  const origin = useRef<{ button: HTMLElement; identities: readonly string[] }>(null);
  useEffect(() => {
    const { current } = origin;
    if (!current || current.button.isConnected) return;
    origin.current = null;
    const at = persons.findIndex(({ identities }) => identities.some(({ key }) => current.identities.includes(key)));
    if (document.activeElement === document.body)
      list.current?.children[at]?.querySelector<HTMLElement>("a[href]")?.focus();
  }, [persons]);
  /** @param name of the button within the list */
  const press = (name: string, button: HTMLElement, { identities }: ProjectPerson): void => {
    setPressed(name);
    origin.current = { button, identities: identities.map(({ key }) => key) };
  };
  return { list, pressed, press };
}

/** The people behind accounts and commits, with all of their identities, and why these were merged. */
export function PersonList({
  persons,
  personHref,
  chosen = [],
  isBusy = false,
  onChoose,
  onUndo,
  onSplit,
}: PersonListProps) {
  const { t } = useTranslation("project");
  const { list, pressed, press } = usePressed(persons);
  return (
    <ul ref={list} className={styles.list} aria-label={t("persons.title")}>
      {persons.map((person) => {
        const { name, identities, is_bot, is_settled, merge } = person;
        const key = personKey(person);
        const isMerged = identities.length > 1;
        return (
          <li key={key} className={styles.person}>
            <div className={styles.head}>
              {onChoose ? (
                <Checkbox
                  className={styles.choice}
                  checked={chosen.includes(key)}
                  disabled={isBusy}
                  aria-label={t("persons.choose", { name })}
                  onChange={({ currentTarget }) => onChoose(person, currentTarget.checked)}
                />
              ) : (
                <Text tone="muted" className={styles.mark} aria-hidden="true">
                  <Icon of={is_bot ? CogIcon : PersonIcon} size={14} />
                </Text>
              )}
              <Text weight="medium">
                <PersonName name={name} href={personHref(person)} isUnderlined={false} overflow="anywhere" />
              </Text>
              {is_bot && <Tag round>{t("persons.bot")}</Tag>}
              {is_settled && (
                <Tag round intent="primary">
                  {t("persons.byHand")}
                </Tag>
              )}
              {onUndo && merge !== null && (
                <Button
                  className={styles.undo}
                  size="small"
                  variant="minimal"
                  icon={<UndoIcon />}
                  text={t("persons.undo")}
                  aria-label={t("persons.undoName", { name })}
                  loading={isBusy && pressed === merge}
                  disabled={isBusy && pressed !== merge}
                  onClick={({ currentTarget }) => {
                    press(merge, currentTarget, person);
                    onUndo(person);
                  }}
                />
              )}
            </div>
            <ul className={styles.identities} aria-label={t("persons.knownAs", { name })}>
              {identities.map((identity) => (
                <Text as="li" key={identity.key} tone="muted" className={styles.identity}>
                  <span className={styles.label}>{identity.label}</span>
                  <span className={styles.origin}>
                    {identity.key.startsWith("author:") ? t("persons.inCommits") : t("persons.atHost")}
                  </span>
                  {isMerged && identity.why && <span className={styles.why}>{t(`persons.why.${identity.why}`)}</span>}
                  {onSplit && isMerged && !is_settled && (
                    <Button
                      size="small"
                      variant="minimal"
                      icon={<UngroupObjectsIcon size={12} />}
                      text={t("persons.split")}
                      aria-label={t("persons.splitName", { label: identity.label })}
                      loading={isBusy && pressed === identity.key}
                      disabled={isBusy && pressed !== identity.key}
                      onClick={({ currentTarget }) => {
                        press(identity.key, currentTarget, person);
                        onSplit(person, identity);
                      }}
                    />
                  )}
                </Text>
              ))}
            </ul>
          </li>
        );
      })}
    </ul>
  );
}
