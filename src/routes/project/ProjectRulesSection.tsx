import { observer } from "mobx-react-lite";
import { mayInProject } from "../../../contract/access/policy.ts";
import { Section } from "../../components/ui/Section.tsx";
import { Text } from "../../components/ui/Text.tsx";
import { useTranslation } from "../../i18n/useTranslation.ts";
import { useStore } from "../../stores/StoreProvider.tsx";
import { RulesSection } from "../rules/RulesSection.tsx";
import { useProject } from "./useProject.ts";

/** What happens by itself in the project, where the plan has it. */
export const ProjectRulesSection = observer(function ProjectRulesSection() {
  const { project } = useProject();
  const store = useStore();
  const { t } = useTranslation("rules");
  const { t: tStates } = useTranslation("states");
  if (!store.plan.has("custom_integrations")) return null;
  return (
    <Section title={t("title")} headingLevel={3} size="large" gap={2} lead={t("lead")}>
      {mayInProject(project.role, "rules.change") ? (
        <RulesSection slug={project.slug} />
      ) : (
        <Text as="p" tone="muted">
          {t("refused", { role: tStates(`roles.${project.role}`) })}
        </Text>
      )}
    </Section>
  );
});
