import { ACTIVE_DAYS } from "../../../contract/constants.ts";
import type { Overview } from "../../../contract/overview.ts";
import type { Person } from "../../../contract/fieldSchemas.ts";
import { useTranslation } from "../../i18n/useTranslation.ts";
import { PanelCard } from "../patterns/PanelCard.tsx";
import { PersonName } from "../patterns/PersonName.tsx";
import { Avatar } from "../ui/Avatar.tsx";
import { RelativeTime } from "../ui/RelativeTime.tsx";
import { Text } from "../ui/Text.tsx";
import styles from "./ActivePeoplePanel.module.css";

export interface ActivePeoplePanelProps {
  active: Overview["active"];
  personHref: (person: Person) => string;
  /** All people of the project. */
  allHref: string;
}

/** Who commits now, with links to the people. */
export function ActivePeoplePanel({ active: { count, people }, personHref, allHref }: ActivePeoplePanelProps) {
  const { t, format } = useTranslation("overview");
  const days = format.number(ACTIVE_DAYS);
  if (people.length === 0) {
    return (
      <Text as="p" tone="muted">
        {t("people.none", { days })}
      </Text>
    );
  }
  return (
    <PanelCard title={t("people.title")} lead={t("people.lead", { days })}>
      <ul className={styles.people}>
        {people.map(({ person, commits, last_at }) => (
          <li key={person.id} className={styles.person}>
            <Avatar name={person.name} size={24} isDecorative />
            <PersonName
              name={person.name}
              href={personHref(person)}
              isUnderlined={false}
              overflow="ellipsis"
              className={styles.name}
            />
            <Text tone="muted" size="small" isNumeric className={styles.detail}>
              {t("people.commits", { count: commits, formatted: format.number(commits) })} ·{" "}
              <RelativeTime at={last_at} />
            </Text>
          </li>
        ))}
      </ul>
      {count > people.length && (
        <a href={allHref}>
          {t("people.more", { count: count - people.length, formatted: format.number(count - people.length) })}
        </a>
      )}
    </PanelCard>
  );
}
