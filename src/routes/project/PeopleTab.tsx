import { observer } from "mobx-react-lite";
import { Suspense, useState } from "react";
import { useLoaderData, useNavigate, useRevalidator, type LoaderFunctionArgs } from "react-router-dom";
import { mayInProject } from "../../../contract/policy.ts";
import type { ProjectRole, ProjectUser } from "../../../contract/projects.ts";
import { ConfirmDialog } from "../../components/patterns/ConfirmDialog.tsx";
import { ProjectMemberTable } from "../../components/projects/ProjectMemberTable.tsx";
import { Skeleton } from "../../components/ui/Skeleton.tsx";
import { useTranslation } from "../../i18n/useTranslation.ts";
import type { Result } from "../../services/result.ts";
import { useMutation } from "../../queries/useMutation.ts";
import { useStore } from "../../stores/StoreProvider.tsx";
import { appContext, useServices } from "../appContext.tsx";
import { AsyncContent } from "../AsyncContent.tsx";
import { hrefTo } from "../paths.ts";
import { withGracePeriod } from "../withGracePeriod.ts";
import { useErrorMessage } from "../useErrorMessage.ts";
import { useLoaderState } from "../useLoaderState.ts";
import { AddMembersSection } from "./AddMembersSection.tsx";
import { ContributorsSection } from "./ContributorsSection.tsx";
import { usePartTitle, useProject } from "./useProject.ts";
import styles from "./PeopleTab.module.css";

interface PeopleTabProps {
  slug: string;
  people: readonly ProjectUser[];
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
  onLeft: () => Promise<void>;
  /** Reports a failure that has no other place. */
  onFailure: (text: string) => void;
}

/** A slow list does not delay the page. */
export async function loader({ request, params, context }: LoaderFunctionArgs) {
  const people = context.get(appContext).services.projects.users(params["slug"] ?? "", request.signal);
  await withGracePeriod(people);
  return { people };
}

/** The filter of the contributors is part of the address too. */
export { keepOnSearchChange as shouldRevalidate } from "../keepOnSearchChange.ts";

export function Component() {
  const { people } = useLoaderData<typeof loader>();
  usePartTitle("people");
  return (
    <Suspense fallback={<Skeleton shape="rows" count={4} height="3.25rem" />}>
      <LoadedPeople people={people} />
    </Suspense>
  );
}

const LoadedPeople = observer(function LoadedPeople({ people }: { people: Promise<Result<ProjectUser[]>> }) {
  const { slug, role } = useProject().project;
  const { session, notifications } = useStore();
  const navigate = useNavigate();
  const { revalidate } = useRevalidator();
  const { t } = useTranslation("project");
  const query = useLoaderState(people);
  return (
    <AsyncContent query={query} failed={t("people.failed")}>
      {(members) => (
        <People
          slug={slug}
          people={members}
          companyId={session.user?.company?.id ?? null}
          myEmail={session.user?.email ?? ""}
          isAdmin={session.isCompanyAdmin}
          canAdd={mayInProject(role, "members.add")}
          canRemove={mayInProject(role, "members.remove")}
          canChangeRole={mayInProject(role, "members.changeRole")}
          canMerge={mayInProject(role, "sources.change")}
          onChanged={revalidate}
          onLeft={async () => {
            await session.load();
            await navigate(hrefTo.projects());
          }}
          onFailure={(text) => notifications.show(text, "error")}
        />
      )}
    </AsyncContent>
  );
});

/** The members of a project, and where permitted: adding, changing roles, removing. */
function People({
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
  const [removing, setRemoving] = useState<ProjectUser | null>(null);
  const isMe = ({ email }: ProjectUser) => email.toLowerCase() === myEmail.toLowerCase();
  const changeRole = useMutation((id: string, role: ProjectRole) => projects.changeUserRole(slug, id, role), {
    onError: (error) => onFailure(formatError(error).text),
    onSettled: onChanged,
  });
  const remove = useMutation(({ email }: ProjectUser) => projects.removeUsers(slug, [email]), {
    onSuccess: (_, person) => {
      setRemoving(null);
      return isMe(person) ? onLeft() : onChanged();
    },
  });

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
          taken={people.map(({ email }) => email)}
          onChanged={onChanged}
        />
      )}
      <ProjectMemberTable
        people={people}
        myEmail={myEmail}
        busy={[...changeRole.pending.map(([id]) => id), ...remove.pending.map(([{ id }]) => id)]}
        onChangeRole={canChangeRole ? (id, role) => void changeRole.mutate(id, role) : undefined}
        onRemove={canRemove ? setRemoving : undefined}
        onLeave={setRemoving}
      />
      <ConfirmDialog
        isOpen={removing !== null}
        title={isLeaving ? t("people.leaveTitle") : t("people.removeTitle", { name })}
        text={isLeaving ? t("people.leaveText") : t("people.removeText", { name })}
        action={t(isLeaving ? "people.leave" : "people.remove")}
        isBusy={remove.isPending}
        failure={remove.error ? formatError(remove.error).text : undefined}
        onConfirm={() => {
          if (removing) void remove.mutate(removing);
        }}
        onCancel={() => {
          remove.reset();
          setRemoving(null);
        }}
      />
      <ContributorsSection slug={slug} canChange={canMerge} />
    </div>
  );
}
