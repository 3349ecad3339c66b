import { useTranslation } from "../../i18n/useTranslation.ts";
import { Text } from "../ui/Text.tsx";
import styles from "./AdminContacts.module.css";

export interface Contact {
  readonly name: string;
  readonly email: string;
}

export interface AdminContactsProps {
  /** The Admins of the company, without the reader; null: they could not be listed. */
  admins: readonly Contact[] | null;
  mailHref: (email: string) => string;
}

/** Contacts where the installation names no support address. */
export function AdminContacts({ admins, mailHref }: AdminContactsProps) {
  const { t } = useTranslation("plan");
  if (admins === null)
    return (
      <Text as="p" overflow="anywhere">
        {t("contacts.unknown")}
      </Text>
    );
  if (admins.length === 0)
    return (
      <Text as="p" overflow="anywhere">
        {t("contacts.onlyYou")}
      </Text>
    );
  return (
    <Text as="div" overflow="anywhere">
      {t("contacts.admins")}
      <ul className={styles.list}>
        {admins.map(({ name, email }) => (
          <li key={email}>
            {name} <a href={mailHref(email)}>{email}</a>
          </li>
        ))}
      </ul>
    </Text>
  );
}
