import { mayInProject } from "../../../contract/access/policy.ts";
import { ConfirmDialog } from "../../components/patterns/ConfirmDialog.tsx";
import { ProjectWebhooks } from "../../components/projects/ProjectWebhooks.tsx";
import { Skeleton } from "../../components/ui/Skeleton.tsx";
import type { LinkedSource } from "../../domain/linkedSources.ts";
import { useTranslation } from "../../i18n/useTranslation.ts";
import { useStore } from "../../stores/StoreProvider.tsx";
import { useServices } from "../appContext.tsx";
import { useConfirmation } from "../confirmation/useConfirmation.ts";
import { useHoldBelow } from "../loading/InOrder.tsx";
import { useProject } from "./useProject.ts";
import { useSourceDetails } from "../sources/useSourceDetails.ts";

/** The sources whose host reports changes by a webhook. */
export function ProjectWebhooksSection() {
  const { project, sources } = useProject();
  const services = useServices();
  const { notifications } = useStore();
  const { t } = useTranslation("project");
  const { t: tStates } = useTranslation("states");
  const { details, isReady, keep } = useSourceDetails(project.slug);
  useHoldBelow(!isReady);
  const webhooks = sources.filter(({ id }) => details[id]?.has_webhook === true);
  const removal = useConfirmation((source: LinkedSource) => services.sources.removeWebhook(source.id), {
    onSuccess: (_, { id }) => {
      const detail = details[id];
      if (detail) keep({ ...detail, has_webhook: false });
      notifications.show(t("settings.webhookRemoved"));
    },
  });
  if (!isReady) return <Skeleton count={1} />;
  return (
    <>
      <ProjectWebhooks
        webhooks={webhooks}
        refusal={
          mayInProject(project.role, "sources.change")
            ? undefined
            : t("settings.notWebhooks", { role: tStates(`roles.${project.role}`) })
        }
        onRemove={(id) => {
          const source = webhooks.find((one) => one.id === id);
          if (source) removal.ask(source);
        }}
      />
      <ConfirmDialog
        {...removal.dialog}
        title={t("settings.webhookRemoveTitle", { name: removal.subject?.name ?? "" })}
        text={t("settings.webhookRemoveText")}
        action={t("settings.webhookRemove")}
      />
    </>
  );
}
