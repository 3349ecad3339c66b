import { observer } from "mobx-react-lite";
import { useState } from "react";
import { useNavigate, useRevalidator } from "react-router-dom";
import { mayInProject } from "../../../contract/policy.ts";
import { ConfirmDialog } from "../../components/patterns/ConfirmDialog.tsx";
import { DeleteProjectDialog } from "../../components/projects/DeleteProjectDialog.tsx";
import { ProjectNameForm } from "../../components/projects/ProjectNameForm.tsx";
import { ProjectWebhooks } from "../../components/projects/ProjectWebhooks.tsx";
import type { LinkedSource } from "../../domain/linkedSources.ts";
import { useTranslation } from "../../i18n/useTranslation.ts";
import { queryKeys } from "../../queries/queryKeys.ts";
import { useMutation } from "../../queries/useMutation.ts";
import { useQuery } from "../../queries/useQuery.ts";
import { useStore } from "../../stores/StoreProvider.tsx";
import { useServices } from "../appContext.tsx";
import { hrefTo } from "../paths.ts";
import { useConfirmation } from "../useConfirmation.ts";
import { useErrorMessage } from "../useErrorMessage.ts";
import { usePartTitle, useProject } from "./useProject.ts";
import { useSourceDetails } from "./useSourceDetails.ts";
import { Button } from "../../components/ui/Button.tsx";
import styles from "./SettingsTab.module.css";

/** Name, webhooks, leaving and deleting. Actions that a role does not permit are shown with the reason; the server enforces them. */
export const Component = observer(function SettingsTab() {
  const { project, sources } = useProject();
  const { slug, name, role } = project;
  const { session, notifications } = useStore();
  const navigate = useNavigate();
  const { revalidate } = useRevalidator();
  usePartTitle("settings");
  const myEmail = session.user?.email ?? "";
  const notify = (text: string) => notifications.show(text);
  /** The project is gone for the reader: left or deleted. */
  const onGone = async () => {
    await session.load();
    await navigate(hrefTo.projects(), { replace: true });
  };
  const services = useServices();
  const { t } = useTranslation("project");
  const { t: tStates } = useTranslation("states");
  const formatError = useErrorMessage();
  const { details, keep } = useSourceDetails(slug);
  const [isDeleting, setDeleting] = useState(false);
  const webhooks = sources.filter(({ id }) => details[id]?.has_webhook === true);
  const roleName = tStates(`roles.${role}`);

  const rename = useMutation((newName: string) => services.projects.rename(slug, newName), {
    onSuccess: async () => {
      notify(t("settings.renamed"));
      await revalidate();
    },
  });
  const removeWebhook = useConfirmation((source: LinkedSource) => services.sources.removeWebhook(source.id), {
    onSuccess: (_, { id }) => {
      const detail = details[id];
      if (detail) keep({ ...detail, has_webhook: false });
      notify(t("settings.webhookRemoved"));
    },
  });
  const leave = useConfirmation((email: string) => services.projects.removeUsers(slug, [email]), { onSuccess: onGone });
  const remove = useMutation(() => services.projects.remove(slug), {
    onSuccess: async () => {
      notify(t("settings.deleted", { name }));
      await onGone();
    },
  });
  const nameFailure = rename.error && formatError(rename.error);

  const canDelete = mayInProject(role, "project.delete");
  return (
    <div className={styles.tab}>
      <h2>{t("settings.title")}</h2>
      <section className={styles.part} aria-labelledby="project-settings-name">
        <h3 id="project-settings-name">{t("settings.nameTitle")}</h3>
        <ProjectNameForm
          name={name}
          address={hrefTo.project(slug)}
          isBusy={rename.isPending}
          errors={nameFailure ? (nameFailure.fields["name"] ?? [nameFailure.text]) : []}
          refusal={mayInProject(role, "project.update") ? undefined : t("settings.notRename", { role: roleName })}
          onRename={(newName) => void rename.mutate(newName)}
        />
      </section>
      <section className={styles.part} aria-labelledby="project-settings-webhooks">
        <h3 id="project-settings-webhooks">{t("settings.webhooksTitle")}</h3>
        <ProjectWebhooks
          webhooks={webhooks}
          refusal={mayInProject(role, "sources.change") ? undefined : t("settings.notWebhooks", { role: roleName })}
          onRemove={(id) => {
            const source = webhooks.find((one) => one.id === id);
            if (source) removeWebhook.ask(source);
          }}
        />
      </section>
      <section className={styles.part} aria-labelledby="project-settings-leave">
        <h3 id="project-settings-leave">{t("settings.leaveTitle")}</h3>
        <p>{t("settings.leaveText")}</p>
        <Button variant="outlined" text={t("settings.leave")} onClick={() => leave.ask(myEmail)} />
      </section>
      <section className={styles.part} aria-labelledby="project-settings-delete">
        <h3 id="project-settings-delete">{t("settings.deleteTitle")}</h3>
        <p>{canDelete ? t("settings.deleteText") : t("settings.notDelete", { role: roleName })}</p>
        <Button
          intent="danger"
          variant="outlined"
          text={t("settings.delete")}
          disabled={!canDelete}
          onClick={() => setDeleting(true)}
        />
      </section>
      <ConfirmDialog
        {...removeWebhook.dialog}
        title={t("settings.webhookRemoveTitle", { name: removeWebhook.subject?.name ?? "" })}
        text={t("settings.webhookRemoveText")}
        action={t("settings.webhookRemove")}
      />
      <ConfirmDialog
        {...leave.dialog}
        title={t("people.leaveTitle")}
        text={t("people.leaveText")}
        action={t("people.leave")}
      />
      {isDeleting && (
        <DeleteRequested
          slug={slug}
          name={name}
          isBusy={remove.isPending}
          failure={remove.error ? formatError(remove.error).text : undefined}
          onDelete={() => void remove.mutate()}
          onClose={() => {
            remove.reset();
            setDeleting(false);
          }}
        />
      )}
    </div>
  );
});

interface DeleteRequestedProps {
  slug: string;
  name: string;
  isBusy: boolean;
  failure: string | undefined;
  onDelete: () => void;
  onClose: () => void;
}

/** Counts what would be deleted when the dialog opens. */
function DeleteRequested({ slug, ...dialog }: DeleteRequestedProps) {
  const { projects } = useServices();
  const formatError = useErrorMessage();
  const { data, error } = useQuery(queryKeys.projectContents(slug), (signal) => projects.contents(slug, signal));
  const contents = error ? formatError(error).text : data;
  return <DeleteProjectDialog {...dialog} contents={contents} />;
}
