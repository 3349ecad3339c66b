import { useEffect, useState } from "react";
import type { Project, ProjectContents } from "../../../contract/projects.ts";
import { mayInProject } from "../../../contract/policy.ts";
import { ConfirmDialog } from "../../components/patterns/ConfirmDialog.tsx";
import { DeleteProjectDialog } from "../../components/projects/DeleteProjectDialog.tsx";
import { ProjectNameForm } from "../../components/projects/ProjectNameForm.tsx";
import { ProjectWebhooks } from "../../components/projects/ProjectWebhooks.tsx";
import type { LinkedSource } from "../../domain/linkedSources.ts";
import { useTranslation } from "../../i18n/useTranslation.ts";
import { useServices } from "../appContext.tsx";
import { hrefTo } from "../paths.ts";
import { useErrorMessage } from "../useErrorMessage.ts";
import { useSourceDetails } from "./useSourceDetails.ts";
import { Button } from "../../components/ui/Button.ts";
import styles from "./SettingsTab.module.css";

export interface SettingsTabProps {
  project: Pick<Project, "slug" | "name" | "role">;
  sources: readonly LinkedSource[];
  myEmail: string;
  onChanged: () => Promise<void>;
  /** Called when the project is gone for the reader: left or deleted. */
  onGone: () => void;
  onSaid: (text: string) => void;
}

type Asking = { readonly what: "leave" | "delete" } | { readonly what: "webhook"; readonly source: LinkedSource };

/** Name, webhooks, leaving and deleting. Actions that a role does not permit are shown with the reason; the server enforces them. */
export function SettingsTab({ project, sources, myEmail, onChanged, onGone, onSaid }: SettingsTabProps) {
  const { slug, name, role } = project;
  const services = useServices();
  const { t } = useTranslation("project");
  const { t: tStates } = useTranslation("states");
  const formatError = useErrorMessage();
  const { details } = useSourceDetails(slug, sources);
  const [removed, setRemoved] = useState<readonly string[]>([]);
  const [asking, setAsking] = useState<Asking | null>(null);
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string>();
  const [nameErrors, setNameErrors] = useState<readonly string[]>([]);
  const webhooks = sources.filter(({ id }) => details[id]?.has_webhook === true && !removed.includes(id));
  const roleName = tStates(`roles.${role}`);

  const during = async (run: () => Promise<void>): Promise<void> => {
    setBusy(true);
    setFailure(undefined);
    await run();
    setBusy(false);
  };
  const rename = (wanted: string) =>
    during(async () => {
      setNameErrors([]);
      const result = await services.projects.rename(slug, wanted);
      if (!result.success) {
        const { text, fields } = formatError(result.error);
        setNameErrors(fields["name"] ?? [text]);
        return;
      }
      onSaid(t("settings.renamed"));
      await onChanged();
    });
  const removeWebhook = (source: LinkedSource) =>
    during(async () => {
      const result = await services.sources.removeWebhook(source.id);
      if (!result.success) {
        setFailure(formatError(result.error).text);
        return;
      }
      setRemoved((now) => [...now, source.id]);
      setAsking(null);
      onSaid(t("settings.webhookRemoved"));
    });
  const leave = () =>
    during(async () => {
      const result = await services.projects.removeUsers(slug, [myEmail]);
      if (result.success) onGone();
      else setFailure(formatError(result.error).text);
    });
  const remove = () =>
    during(async () => {
      const result = await services.projects.remove(slug);
      if (!result.success) {
        setFailure(formatError(result.error).text);
        return;
      }
      onSaid(t("settings.deleted", { name }));
      onGone();
    });
  const close = () => {
    setFailure(undefined);
    setAsking(null);
  };

  const canDelete = mayInProject(role, "project.delete");
  return (
    <div className={styles.tab}>
      <h2>{t("settings.title")}</h2>
      <section className={styles.part} aria-labelledby="project-settings-name">
        <h3 id="project-settings-name">{t("settings.nameTitle")}</h3>
        <ProjectNameForm
          key={name}
          name={name}
          address={hrefTo.project(slug)}
          isBusy={isBusy && asking === null}
          errors={nameErrors}
          refusal={mayInProject(role, "project.update") ? undefined : t("settings.notRename", { role: roleName })}
          onRename={(wanted) => void rename(wanted)}
        />
      </section>
      <section className={styles.part} aria-labelledby="project-settings-webhooks">
        <h3 id="project-settings-webhooks">{t("settings.webhooksTitle")}</h3>
        <ProjectWebhooks
          webhooks={webhooks}
          refusal={mayInProject(role, "sources.change") ? undefined : t("settings.notWebhooks", { role: roleName })}
          onRemove={(id) => {
            const source = webhooks.find((one) => one.id === id);
            if (source) setAsking({ what: "webhook", source });
          }}
        />
      </section>
      <section className={styles.part} aria-labelledby="project-settings-leave">
        <h3 id="project-settings-leave">{t("settings.leaveTitle")}</h3>
        <p>{t("settings.leaveText")}</p>
        <Button variant="outlined" text={t("settings.leave")} onClick={() => setAsking({ what: "leave" })} />
      </section>
      <section className={styles.part} aria-labelledby="project-settings-delete">
        <h3 id="project-settings-delete">{t("settings.deleteTitle")}</h3>
        <p>{canDelete ? t("settings.deleteText") : t("settings.notDelete", { role: roleName })}</p>
        <Button
          intent="danger"
          variant="outlined"
          text={t("settings.delete")}
          disabled={!canDelete}
          onClick={() => setAsking({ what: "delete" })}
        />
      </section>
      <ConfirmDialog
        isOpen={asking?.what === "webhook" || asking?.what === "leave"}
        title={
          asking?.what === "webhook"
            ? t("settings.webhookRemoveTitle", { name: asking.source.name })
            : t("people.leaveTitle")
        }
        text={asking?.what === "webhook" ? t("settings.webhookRemoveText") : t("people.leaveText")}
        action={t(asking?.what === "webhook" ? "settings.webhookRemove" : "people.leave")}
        isBusy={isBusy}
        failure={failure}
        onConfirm={() => void (asking?.what === "webhook" ? removeWebhook(asking.source) : leave())}
        onCancel={close}
      />
      {asking?.what === "delete" && (
        <AskedDelete
          slug={slug}
          name={name}
          isBusy={isBusy}
          failure={failure}
          onDelete={() => void remove()}
          onClose={close}
        />
      )}
    </div>
  );
}

interface AskedDeleteProps {
  slug: string;
  name: string;
  isBusy: boolean;
  failure: string | undefined;
  onDelete: () => void;
  onClose: () => void;
}

/** Counts what would be deleted when the dialog opens. */
function AskedDelete({ slug, ...dialog }: AskedDeleteProps) {
  const { projects } = useServices();
  const formatError = useErrorMessage();
  const [contents, setContents] = useState<ProjectContents | string | null>(null);
  useEffect(() => {
    const controller = new AbortController();
    void projects.contents(slug, controller.signal).then((answer) => {
      if (controller.signal.aborted) return;
      setContents(answer.success ? answer.data : formatError(answer.error).text);
    });
    return () => controller.abort();
    // Counted once: the words of a failure need not follow a change of the language.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [projects, slug]);
  return <DeleteProjectDialog {...dialog} contents={contents} />;
}
