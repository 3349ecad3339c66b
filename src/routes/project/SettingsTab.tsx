import { useTranslation } from "../../i18n/useTranslation.ts";
import { DeleteProjectSection } from "./DeleteProjectSection.tsx";
import { LeaveProjectSection } from "./LeaveProjectSection.tsx";
import { ProjectNameSection } from "./ProjectNameSection.tsx";
import { ProjectWebhooksSection } from "./ProjectWebhooksSection.tsx";
import { usePartTitle } from "./useProject.ts";
import styles from "./SettingsTab.module.css";

/** Name, webhooks, leaving and deleting. Actions that a role does not permit are shown with the reason; the server enforces them. */
export function Component() {
  usePartTitle("settings");
  const { t } = useTranslation("project");
  return (
    <div className={styles.tab}>
      <h2>{t("settings.title")}</h2>
      <section className={styles.part} aria-labelledby="project-settings-name">
        <h3 id="project-settings-name">{t("settings.nameTitle")}</h3>
        <ProjectNameSection />
      </section>
      <section className={styles.part} aria-labelledby="project-settings-webhooks">
        <h3 id="project-settings-webhooks">{t("settings.webhooksTitle")}</h3>
        <ProjectWebhooksSection />
      </section>
      <section className={styles.part} aria-labelledby="project-settings-leave">
        <h3 id="project-settings-leave">{t("settings.leaveTitle")}</h3>
        <LeaveProjectSection />
      </section>
      <section className={styles.part} aria-labelledby="project-settings-delete">
        <h3 id="project-settings-delete">{t("settings.deleteTitle")}</h3>
        <DeleteProjectSection />
      </section>
    </div>
  );
}
