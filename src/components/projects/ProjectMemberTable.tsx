import { PROJECT_ROLES } from "../../../contract/constants.ts";
import type { ProjectRole, ProjectUser } from "../../../contract/projects.ts";
import { useTranslation } from "../../i18n/useTranslation.ts";
import { RowAction } from "../patterns/RowAction.tsx";
import { PersonListItem } from "../patterns/PersonListItem.tsx";
import { Select } from "../ui/Select.tsx";
import { Text } from "../ui/Text.tsx";
import { TableGrid, TableGridRow } from "../ui/TableGrid.tsx";
import { ClosedMemberTag } from "./ClosedMemberTag.tsx";
import styles from "./ProjectMemberTable.module.css";
import { Button } from "../ui/Button.tsx";
import { Tag } from "../ui/Tag.tsx";
import { LogOutIcon, TrashIcon } from "../ui/icons.ts";

export interface ProjectMemberTableProps {
  people: readonly ProjectUser[];
  /** E-mail address of the signed-in user. */
  myEmail: string;
  /** Ids of people with a pending change. */
  busy?: readonly string[];
  /** Omit for users who may not change roles. */
  onChangeRole?: ((id: string, role: ProjectRole) => void) | undefined;
  /** Roles that the signed-in user may assign; all by default. */
  roles?: readonly ProjectRole[];
  /** Omit for users who may not remove others. */
  onRemove?: ((person: ProjectUser) => void) | undefined;
  /** Omit where leaving is not possible. */
  onLeave?: ((me: ProjectUser) => void) | undefined;
}

/** A project keeps an Owner who sees it, so the last one cannot leave. */
const isLastOwner = (people: readonly ProjectUser[], { id, role }: ProjectUser): boolean =>
  role === "Owner" &&
  !people.some((other) => other.id !== id && other.role === "Owner" && !other.pending && !other.closed);

/** The members of a project with their roles. */
export function ProjectMemberTable({
  people,
  myEmail,
  busy = [],
  onChangeRole,
  roles = PROJECT_ROLES,
  onRemove,
  onLeave,
}: ProjectMemberTableProps) {
  const { t } = useTranslation("project");
  const { t: tStates } = useTranslation("states");
  return (
    <TableGrid
      label={t("people.members")}
      columns={[
        { id: "name", name: t("people.name") },
        { id: "role", name: t("people.role") },
        { id: "actions", name: t("people.actions"), isNameHidden: true },
      ]}
      tracks="minmax(0, 1fr) 11rem 7rem"
      cardTracks="minmax(0, 1fr) auto"
    >
      {people.map((person) => {
        const isMe = person.email.toLowerCase() === myEmail.toLowerCase();
        const name = person.name || person.email;
        const isLast = isLastOwner(people, person);
        const canChange = onChangeRole !== undefined && !isLast && roles.includes(person.role);
        return (
          <TableGridRow key={person.id}>
            <div role="rowheader" className={styles.person}>
              <PersonListItem
                name={name}
                tags={
                  <>
                    {isMe && <Tag>{t("people.you")}</Tag>}{" "}
                    {person.pending && <Tag intent="warning">{t("people.pending")}</Tag>}
                    {person.closed && <ClosedMemberTag reason={person.closed} />}
                  </>
                }
                lines={person.name === "" ? [] : [person.email]}
              />
            </div>
            <div role="cell" className={styles.role}>
              {canChange ? (
                <Select
                  aria-label={t("people.roleOf", { name })}
                  value={person.role}
                  loading={busy.includes(person.id)}
                  options={roles.map((role) => ({ value: role, text: tStates(`roles.${role}`) }))}
                  onValueChange={(role) => onChangeRole(person.id, role)}
                />
              ) : (
                <>
                  {tStates(`roles.${person.role}`)}
                  <Text as="div" size="small" tone="muted">
                    {isLast ? t("people.lastOwner") : t(`roleMay.${person.role}`)}
                  </Text>
                </>
              )}
            </div>
            <div role="cell" className={styles.actions}>
              {isMe && onLeave && !isLast && (
                <Button
                  size="small"
                  variant="minimal"
                  icon={<LogOutIcon />}
                  text={t("people.leave")}
                  disabled={busy.includes(person.id)}
                  onClick={() => onLeave(person)}
                />
              )}
              {!isMe && onRemove && !isLast && roles.includes(person.role) && (
                <RowAction
                  icon={<TrashIcon />}
                  name={t("people.removeName", { name })}
                  disabled={busy.includes(person.id)}
                  onClick={() => onRemove(person)}
                />
              )}
            </div>
          </TableGridRow>
        );
      })}
    </TableGrid>
  );
}
