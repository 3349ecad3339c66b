import type { CompanyRole, CompanyUser } from "../../../contract/companies.ts";
import { COMPANY_ROLES } from "../../../contract/constants.ts";
import { useTranslation } from "../../i18n/useTranslation.ts";
import { PersonListItem } from "../patterns/PersonListItem.tsx";
import { Select } from "../ui/Select.tsx";
import { Button } from "../ui/Button.ts";
import { Tag } from "../ui/Tag.ts";
import { TrashIcon } from "../ui/icons.ts";
import styles from "../ui/RowList.module.css";

export interface CompanyMemberListProps {
  people: readonly CompanyUser[];
  /** E-mail address of the signed-in user. */
  myEmail: string;
  /** Ids of people with a pending change. */
  busy?: readonly string[];
  onChangeRole: (person: CompanyUser, role: CompanyRole) => void;
  onRemove: (person: CompanyUser) => void;
}

/** The people of a company with their roles. The last Admin can neither be removed nor made a Member, and the row states the reason. */
export function CompanyMemberList({ people, myEmail, busy = [], onChangeRole, onRemove }: CompanyMemberListProps) {
  const { t, format } = useTranslation("settings");
  const states = useTranslation("states");
  const admins = people.filter(({ role }) => role === "Admin").length;
  const sorted = people.toSorted((a, b) => format.compare(a.name, b.name));
  return (
    <ul className={styles.list} aria-label={t("company.people")}>
      {sorted.map((person) => {
        const isLast = person.role === "Admin" && admins === 1;
        const isMe = person.email.toLowerCase() === myEmail.toLowerCase();
        const isBusy = busy.includes(person.id);
        return (
          <li key={person.id} className={styles.row}>
            <div className={styles.wide}>
              <PersonListItem
                name={person.name}
                tags={isMe && <Tag minimal>{t("company.you")}</Tag>}
                lines={[person.email, isLast ? t("company.lastAdmin") : ""]}
              />
            </div>
            {isLast ? (
              <span>{states.t(`roles.${person.role}`)}</span>
            ) : (
              <Select
                label={t("company.roleOf", { name: person.name })}
                value={person.role}
                isDisabled={isBusy}
                options={COMPANY_ROLES.map((role) => ({ value: role, text: states.t(`roles.${role}`) }))}
                onChange={(role) => onChangeRole(person, role)}
              />
            )}
            <div className={styles.actions}>
              {!isLast && (
                <Button
                  variant="minimal"
                  icon={<TrashIcon />}
                  aria-label={t("company.removeName", { name: person.name })}
                  title={t("company.removeName", { name: person.name })}
                  disabled={isBusy}
                  onClick={() => onRemove(person)}
                />
              )}
            </div>
          </li>
        );
      })}
    </ul>
  );
}
