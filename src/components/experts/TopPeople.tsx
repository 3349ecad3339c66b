import type { Expert } from "../../../contract/people/experts.ts";
import { strongestReasons } from "../../domain/expertReasons.ts";
import { useTranslation } from "../../i18n/useTranslation.ts";
import { PersonListItem } from "../patterns/PersonListItem.tsx";
import { Tag } from "../ui/Tag.tsx";
import { isBusyNow } from "../../domain/isBusyNow.ts";
import styles from "./TopPeople.module.css";

export interface TopPeopleProps {
  /** In rank order. */
  experts: readonly Expert[];
  /** The page of a person. */
  personHref: (person: Expert["person"]) => string;
}

const SHOWN = 3;

/** The first people of a ranking, each with presence and the strongest reason. */
export function TopPeople({ experts, personHref }: TopPeopleProps) {
  const { t } = useTranslation("experts");
  return (
    <ol aria-label={t("list")} className={styles.list}>
      {experts.slice(0, SHOWN).map(({ person, presence, availability, reasons }) => {
        const [strongest] = strongestReasons(reasons);
        const isBusy = availability === null ? null : isBusyNow(availability);
        return (
          <li key={person.id}>
            <PersonListItem
              name={person.name}
              href={personHref(person)}
              tags={
                presence === "active" ? (
                  isBusy === null ? (
                    <Tag>{t("presence.active")}</Tag>
                  ) : (
                    <Tag intent={isBusy ? "none" : "success"}>{isBusy ? t("busy") : t("free")}</Tag>
                  )
                ) : (
                  <Tag intent="warning">{t(`presence.${presence}`)}</Tag>
                )
              }
              lines={strongest ? [t(`reason.${strongest.code}`)] : []}
            />
          </li>
        );
      })}
    </ol>
  );
}
