import { observer } from "mobx-react-lite";
import { useRevalidator } from "react-router-dom";
import { mayInProject } from "../../../contract/access/policy.ts";
import type { Project } from "../../../contract/projects.ts";
import type { FirstSteps as Steps } from "../../../contract/access/users.ts";
import { FirstSteps } from "../../components/home/FirstSteps.tsx";
import { EmptyState } from "../../components/patterns/EmptyState.tsx";
import { FormError } from "../../components/patterns/FormError.tsx";
import { LinkButton } from "../../components/ui/LinkButton.tsx";
import { useTranslation } from "../../i18n/useTranslation.ts";
import { useMutation } from "../../queries/useMutation.ts";
import { useStore } from "../../stores/StoreProvider.tsx";
import { useServices } from "../appContext.tsx";
import { hrefTo } from "../paths.ts";
import { useErrorMessage } from "../useErrorMessage.ts";

export interface FirstStepsSectionProps {
  /** Empty: hidden, or unknown to the host. */
  steps: Steps;
  projects: readonly Project[];
}

/** The first steps with the places where they are done; a user without a project always has a way to the first one. */
export const FirstStepsSection = observer(function FirstStepsSection({ steps, projects }: FirstStepsSectionProps) {
  const { session } = useStore();
  const { users } = useServices();
  const { revalidate } = useRevalidator();
  const { t } = useTranslation("home");
  const formatError = useErrorMessage();
  const hide = useMutation(() => users.hideFirstSteps(), { onSuccess: revalidate });
  const wizardHref = projects.length === 0 ? hrefTo.wizard() : null;
  if (steps.length === 0) {
    return (
      <EmptyState
        title={t("noProject")}
        headingLevel={2}
        action={<LinkButton intent="primary" href={hrefTo.wizard()} text={t("firstSteps.action")} />}
      />
    );
  }
  const managed = projects.find(({ role }) => mayInProject(role, "sources.change"));
  const sourcesHref = managed ? hrefTo.projectTab(managed.slug, "sources") : hrefTo.wizard();
  const [newest] = projects;
  return (
    <>
      <FormError title={t("firstSteps.hideFailed")} failure={hide.error && formatError(hide.error)} />
      <FirstSteps
        steps={steps}
        wizardHref={wizardHref}
        isHiding={hide.isPending}
        hrefs={{
          repository: sourcesHref,
          tracker: sourcesHref,
          sync: sourcesHref,
          search: newest ? hrefTo.projectTab(newest.slug, "search") : hrefTo.wizard(),
          invite:
            session.user?.company?.role === "Admin" || !managed
              ? hrefTo.settings("company")
              : hrefTo.projectTab(managed.slug, "people"),
        }}
        onHide={() => void hide.mutate()}
      />
    </>
  );
});
