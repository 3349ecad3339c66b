import { useState } from "react";
import type { ProjectRole, ProjectUser } from "../../../contract/projects.ts";
import { ConfirmDialog } from "../../components/patterns/ConfirmDialog.tsx";
import { ErrorState } from "../../components/patterns/ErrorState.tsx";
import { ProjectMemberTable } from "../../components/projects/ProjectMemberTable.tsx";
import { Skeleton } from "../../components/ui/Skeleton.tsx";
import { useTranslation } from "../../i18n/useTranslation.ts";
import type { ApiError, Result } from "../../services/result.ts";
import { useServices } from "../appContext.tsx";
import { useErrorMessage } from "../useErrorMessage.ts";
import { AddMembersSection } from "./AddMembersSection.tsx";
import { ContributorsSection } from "./ContributorsSection.tsx";
import styles from "./PeopleTab.module.css";

export interface PeopleTabProps {
  slug: string;
  /** Null while the list loads. */
  people: Result<ProjectUser[]> | null;
  myEmail: string;
  /** The company of the signed-in user, where the host returns it. */
  companyId: string | null;
  /** An Admin of the company also invites with the form. */
  isAdmin: boolean;
  canAdd: boolean;
  canRemove: boolean;
  canChangeRole: boolean;
  /** May merge and split the identities of people. */
  canMerge: boolean;
  onChanged: () => Promise<void>;
  /** Called after the signed-in user has left the project. */
  onLeft: () => void;
  /** Reports a failure that has no place of its own. */
  onFailure: (text: string) => void;
}

/** The members of a project, and where permitted: adding, changing roles, removing. */
export function PeopleTab({
  slug,
  people,
  myEmail,
  companyId,
  isAdmin,
  canAdd,
  canRemove,
  canChangeRole,
  canMerge,
  onChanged,
  onLeft,
  onFailure,
}: PeopleTabProps) {
  const { projects } = useServices();
  const { t } = useTranslation("project");
  const formatError = useErrorMessage();
  const [busy, setBusy] = useState<readonly string[]>([]);
  const [removing, setRemoving] = useState<ProjectUser | null>(null);
  const [failure, setFailure] = useState<string>();

  if (!people) return <Skeleton shape="rows" count={4} height="3.25rem" />;
  if (!people.success) {
    return (
      <ErrorState title={t("people.failed")} failure={formatError(people.error)} onRetry={() => void onChanged()} />
    );
  }
  const all = people.data;
  const isMe = ({ email }: ProjectUser) => email.toLowerCase() === myEmail.toLowerCase();
  const during = async (id: string, run: () => Promise<{ error: ApiError | null }>): Promise<ApiError | null> => {
    setBusy((now) => [...now, id]);
    const { error } = await run();
    setBusy((now) => now.filter((other) => other !== id));
    return error;
  };

  const changeRole = async (id: string, role: ProjectRole) => {
    const error = await during(id, () => projects.changeUserRole(slug, id, role));
    if (error) onFailure(formatError(error).text);
    await onChanged();
  };
  const remove = async (person: ProjectUser) => {
    setFailure(undefined);
    const error = await during(person.id, () => projects.removeUsers(slug, [person.email]));
    if (error) {
      setFailure(formatError(error).text);
      return;
    }
    setRemoving(null);
    if (isMe(person)) onLeft();
    else await onChanged();
  };

  const name = removing ? removing.name || removing.email : "";
  const isLeaving = removing !== null && isMe(removing);
  return (
    <div className={styles.tab}>
      <h2>{t("people.title")}</h2>
      {canAdd && (
        <AddMembersSection
          slug={slug}
          companyId={companyId}
          isAdmin={isAdmin}
          taken={all.map(({ email }) => email)}
          onChanged={onChanged}
        />
      )}
      <ProjectMemberTable
        people={all}
        myEmail={myEmail}
        busy={busy}
        onChangeRole={canChangeRole ? (id, role) => void changeRole(id, role) : undefined}
        onRemove={canRemove ? setRemoving : undefined}
        onLeave={setRemoving}
      />
      <ConfirmDialog
        isOpen={removing !== null}
        title={isLeaving ? t("people.leaveTitle") : t("people.removeTitle", { name })}
        text={isLeaving ? t("people.leaveText") : t("people.removeText", { name })}
        action={t(isLeaving ? "people.leave" : "people.remove")}
        isBusy={removing !== null && busy.includes(removing.id)}
        failure={failure}
        onConfirm={() => {
          if (removing) void remove(removing);
        }}
        onCancel={() => {
          setFailure(undefined);
          setRemoving(null);
        }}
      />
      <ContributorsSection slug={slug} canChange={canMerge} />
    </div>
  );
}
