import { observer } from "mobx-react-lite";
import { Suspense } from "react";
import { useLoaderData, useRevalidator, type LoaderFunctionArgs } from "react-router-dom";
import { mayInProject } from "../../../contract/access/policy.ts";
import type { ProjectRole, ProjectUser } from "../../../contract/projects.ts";
import { ConfirmDialog } from "../../components/patterns/ConfirmDialog.tsx";
import { JumpLinks } from "../../components/patterns/JumpLinks.tsx";
import { ProjectMemberTable } from "../../components/projects/ProjectMemberTable.tsx";
import { Section } from "../../components/ui/Section.tsx";
import { Skeleton } from "../../components/ui/Skeleton.tsx";
import { useTranslation } from "../../i18n/useTranslation.ts";
import type { Result } from "../../services/result.ts";
import { useMutation } from "../../queries/useMutation.ts";
import { useStore } from "../../stores/StoreProvider.tsx";
import { appContext, useServices } from "../appContext.tsx";
import { AsyncContent } from "../AsyncContent.tsx";
import { withGracePeriod } from "../loading/withGracePeriod.ts";
import { useConfirmation } from "../confirmation/useConfirmation.ts";
import { useErrorMessage } from "../useErrorMessage.ts";
import { useLoaderState } from "../useLoaderState.ts";
import { useSettled } from "../loading/useSettled.ts";
import { AddMembersSection } from "./AddMembersSection.tsx";
import { PersonsSection } from "./PersonsSection.tsx";
import { useColleagues } from "./useColleagues.ts";
import { useCloseProject } from "../project/useCloseProject.ts";
import { useTabTitle, useProject } from "../project/useProject.ts";
import styles from "./PeopleTab.module.css";

/** A slow list does not delay the page. */
export async function loader({ request, params, context }: LoaderFunctionArgs) {
  const people = context.get(appContext).services.projects.users(params["slug"] ?? "", request.signal);
  await withGracePeriod(people);
  return { people };
}

/** The filter of the contributors is part of the address too. */
export { keepOnSearchChange as shouldRevalidate } from "../loading/keepOnSearchChange.ts";

export function Component() {
  const { people } = useLoaderData<typeof loader>();
  const { slug } = useProject().project;
  useTabTitle("people");
  return (
    <Suspense key={slug} fallback={<PeopleSkeleton />}>
      <LoadedPeople people={people} />
    </Suspense>
  );
}

/** The ids of the parts of the page, for jump links. */
const PEOPLE_PARTS = { members: "members", contributors: "contributors" };

const PeopleSkeleton = () => <Skeleton shape="rows" count={4} height="3.25rem" />;

/** The members of a project, where permitted with what changes them, and the people behind its history. */
const LoadedPeople = observer(function LoadedPeople({ people }: { people: Promise<Result<ProjectUser[]>> }) {
  const { slug, role } = useProject().project;
  const { t } = useTranslation("project");
  const query = useLoaderState(people);
  const taken = query.data?.map(({ email }) => email) ?? null;
  const colleagues = useColleagues(slug, mayInProject(role, "members.add") ? taken : null);
  // The forms are above the contributors, whom they would move.
  if (!useSettled(query, colleagues)) return <PeopleSkeleton />;
  return (
    <AsyncContent query={query} failed={t("people.failed")}>
      {(members) => (
        <div className={styles.tab}>
          <h2>{t("people.title")}</h2>
          <JumpLinks
            label={t("people.parts")}
            targets={[
              { id: PEOPLE_PARTS.members, text: t("people.members") },
              { id: PEOPLE_PARTS.contributors, text: t("persons.title") },
            ]}
          />
          {/* Not a landmark: the table inside has this name. */}
          <Section
            id={PEOPLE_PARTS.members}
            title={t("people.members")}
            headingLevel={3}
            lead={t("people.about")}
            isLandmark={false}
          >
            <MembersSection people={members} />
            {mayInProject(role, "members.add") && (
              <AddMembersSection slug={slug} taken={members.map(({ email }) => email)} colleagues={colleagues} />
            )}
          </Section>
          <PersonsSection id={PEOPLE_PARTS.contributors} slug={slug} canChange={mayInProject(role, "sources.change")} />
        </div>
      )}
    </AsyncContent>
  );
});

const MembersSection = observer(function MembersSection({ people }: { people: readonly ProjectUser[] }) {
  const { slug, role } = useProject().project;
  const { session, notifications } = useStore();
  const { projects } = useServices();
  const { t } = useTranslation("project");
  const formatError = useErrorMessage();
  const closeProject = useCloseProject();
  const { revalidate } = useRevalidator();
  const myEmail = session.user?.email ?? "";
  const isMe = ({ email }: ProjectUser) => email.toLowerCase() === myEmail.toLowerCase();
  const changeRole = useMutation((id: string, next: ProjectRole) => projects.changeUserRole(slug, id, next), {
    onError: (error) => notifications.show(formatError(error).text, "error"),
    onSettled: revalidate,
  });
  const remove = useConfirmation(({ email }: ProjectUser) => projects.removeUsers(slug, [email]), {
    onSuccess: async (_, person) => {
      if (!isMe(person)) return revalidate();
      await closeProject();
    },
  });
  const name = remove.subject ? remove.subject.name || remove.subject.email : "";
  const isLeaving = remove.subject !== null && isMe(remove.subject);
  return (
    <>
      <ProjectMemberTable
        people={people}
        myEmail={myEmail}
        busy={[...changeRole.pending.map(([id]) => id), ...remove.pending.map(({ id }) => id)]}
        onChangeRole={
          mayInProject(role, "members.changeRole") ? (id, next) => void changeRole.mutate(id, next) : undefined
        }
        onRemove={mayInProject(role, "members.remove") ? remove.ask : undefined}
        onLeave={remove.ask}
      />
      <ConfirmDialog
        {...remove.dialog}
        title={isLeaving ? t("people.leaveTitle") : t("people.removeTitle", { name })}
        text={isLeaving ? t("people.leaveText") : t("people.removeText", { name })}
        action={t(isLeaving ? "people.leave" : "people.remove")}
      />
    </>
  );
});
