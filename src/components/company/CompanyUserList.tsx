import type { CompanyRole, CompanyUser } from "../../../contract/access/companies.ts";
import { COMPANY_ROLES } from "../../../contract/constants.ts";
import { useTranslation } from "../../i18n/useTranslation.ts";
import { ActionRow } from "../patterns/ActionRow.tsx";
import { PersonListItem } from "../patterns/PersonListItem.tsx";
import { Select } from "../ui/Select.tsx";
import { Button } from "../ui/Button.tsx";
import { Tag } from "../ui/Tag.tsx";
import { Tooltip } from "../ui/Tooltip.tsx";
import { KeyIcon, TrashIcon } from "../ui/icons.ts";

export interface CompanyUserListProps {
  users: readonly CompanyUser[];
  /** E-mail address of the signed-in user. */
  myEmail: string;
  /** Ids of users with a pending change. */
  busy?: readonly string[];
  onChangeRole: (user: CompanyUser, role: CompanyRole) => void;
  onRemove: (user: CompanyUser) => void;
  onResetSecondFactor: (user: CompanyUser) => void;
}

/** The users of a company with their roles. The last Admin can neither be removed nor made a Member, and the row states the reason. */
export function CompanyUserList({
  users,
  myEmail,
  busy = [],
  onChangeRole,
  onRemove,
  onResetSecondFactor,
}: CompanyUserListProps) {
  const { t, format } = useTranslation("settings");
  const states = useTranslation("states");
  const admins = users.filter(({ role }) => role === "Admin").length;
  const sorted = users.toSorted((a, b) => format.compare(a.name, b.name));
  return (
    <ul aria-label={t("company.users")}>
      {sorted.map((user) => {
        const isLast = user.role === "Admin" && admins === 1;
        const isMe = user.email.toLowerCase() === myEmail.toLowerCase();
        const isManaged = user.is_managed === true;
        const isBusy = busy.includes(user.id);
        return (
          <ActionRow
            key={user.id}
            wide="name"
            fact={
              isLast || isManaged ? (
                <span>{states.t(`roles.${user.role}`)}</span>
              ) : (
                <Select
                  aria-label={t("company.roleOf", { name: user.name })}
                  value={user.role}
                  loading={isBusy}
                  options={COMPANY_ROLES.map((role) => ({ value: role, text: states.t(`roles.${role}`) }))}
                  onValueChange={(role) => onChangeRole(user, role)}
                />
              )
            }
            actions={
              <>
                {user.has_second_factor === true && !isMe && (
                  <Button
                    variant="minimal"
                    icon={<KeyIcon />}
                    aria-label={t("company.resetFactorName", { name: user.name })}
                    title={t("company.resetFactorName", { name: user.name })}
                    disabled={isBusy}
                    onClick={() => onResetSecondFactor(user)}
                  />
                )}
                {!isLast && !isManaged && (
                  <Button
                    variant="minimal"
                    icon={<TrashIcon />}
                    aria-label={t("company.removeName", { name: user.name })}
                    title={t("company.removeName", { name: user.name })}
                    disabled={isBusy}
                    onClick={() => onRemove(user)}
                  />
                )}
              </>
            }
          >
            <PersonListItem
              name={user.name}
              tags={
                <>
                  {isMe && <Tag>{t("company.you")}</Tag>}
                  {isManaged && (
                    <Tooltip text={t("company.managedText")}>
                      <Tag>{t("company.managed")}</Tag>
                    </Tooltip>
                  )}
                </>
              }
              lines={[user.email, isLast ? t("company.lastAdmin") : ""]}
            />
          </ActionRow>
        );
      })}
    </ul>
  );
}
