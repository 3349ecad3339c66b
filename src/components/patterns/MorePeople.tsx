import type { Person } from "../../../contract/fieldSchemas.ts";
import { useTranslation } from "../../i18n/useTranslation.ts";
import { ForeignText } from "../ui/ForeignText.tsx";
import { Menu, MenuItem } from "../ui/Menu.ts";
import { MenuButton } from "../ui/MenuButton.tsx";

export interface MorePeopleProps {
  /** Those whom the line does not show. */
  people: readonly Person[];
  personHref: (person: Person) => string;
  /** Tab index of the button, where a list moves the focus. */
  tabIndex?: 0 | -1;
}

/** The number of people who do not fit in a line; it opens a menu with the page of each. Renders nothing for none. */
export function MorePeople({ people, personHref, tabIndex }: MorePeopleProps) {
  const { t } = useTranslation("controls");
  if (people.length === 0) return null;
  const names = people.map(({ name }) => name).join(", ");
  return (
    <MenuButton
      placement="bottom-start"
      button={{
        size: "small",
        text: t("people.count", { count: people.length }),
        "aria-label": t("people.more", { count: people.length, names }),
        title: names,
        ...(tabIndex !== undefined && { tabIndex }),
      }}
      content={
        <Menu aria-label={t("people.title")}>
          {people.map((person) => (
            <MenuItem key={person.id} href={personHref(person)} text={<ForeignText text={person.name} />} />
          ))}
        </Menu>
      }
    />
  );
}
