import { useTranslation } from "../../i18n/useTranslation.ts";
import { DeleteProjectSection } from "./DeleteProjectSection.tsx";
import { LeaveProjectSection } from "./LeaveProjectSection.tsx";
import { ProjectOutgoingSection } from "./ProjectOutgoingSection.tsx";
import { ProjectRulesSection } from "./ProjectRulesSection.tsx";
import { ProjectNameSection } from "./ProjectNameSection.tsx";
import { ProjectWebhooksSection } from "./ProjectWebhooksSection.tsx";
import { InOrder } from "../loading/InOrder.tsx";
import { useTabTitle } from "./useProject.ts";
import { Section } from "../../components/ui/Section.tsx";
import styles from "./SettingsTab.module.css";

/** Name, webhooks, rules, leaving and deleting. Actions that a role does not permit are shown with the reason; the server enforces them. */
export function Component() {
  useTabTitle("settings");
  const { t } = useTranslation("project");
  return (
    <div className={styles.tab}>
      <h2>{t("settings.title")}</h2>
      <Section title={t("settings.nameTitle")} headingLevel={3} size="large" gap={2}>
        <ProjectNameSection />
      </Section>
      <InOrder>
        <Section title={t("settings.webhooksTitle")} headingLevel={3} size="large" gap={2}>
          <ProjectWebhooksSection />
        </Section>
        <ProjectOutgoingSection />
        <ProjectRulesSection />
        <Section title={t("settings.leaveTitle")} headingLevel={3} size="large" gap={2}>
          <LeaveProjectSection />
        </Section>
        <Section title={t("settings.deleteTitle")} headingLevel={3} size="large" gap={2}>
          <DeleteProjectSection />
        </Section>
      </InOrder>
    </div>
  );
}
