import { observer } from "mobx-react-lite";
import { mayInProject } from "../../../contract/access/policy.ts";
import { OUTGOING_KINDS, PROJECT_EVENTS, isAppKind } from "../../../contract/notices/outgoingEvents.ts";
import { Section } from "../../components/ui/Section.tsx";
import { Text } from "../../components/ui/Text.tsx";
import { useTranslation } from "../../i18n/useTranslation.ts";
import { useStore } from "../../stores/StoreProvider.tsx";
import { OutgoingWebhooksSection } from "../webhooks/OutgoingWebhooksSection.tsx";
import { useProject } from "./useProject.ts";

/** Where events of the project are sent to. */
export const ProjectOutgoingSection = observer(function ProjectOutgoingSection() {
  const { session } = useStore();
  const { project } = useProject();
  const { t } = useTranslation("webhooks");
  const { t: tStates } = useTranslation("states");
  const channelsOf = session.isCompanyAdmin ? (session.user?.company?.id ?? null) : null;
  return (
    <Section title={t("title")} headingLevel={3} size="large" gap={2} lead={t("projectText")}>
      {mayInProject(project.role, "webhooks.change") ? (
        <OutgoingWebhooksSection
          owner={{ project: project.slug }}
          kinds={OUTGOING_KINDS.filter((kind) => !isAppKind(kind) || channelsOf !== null)}
          events={PROJECT_EVENTS}
          channelsOf={channelsOf}
        />
      ) : (
        <Text as="p" tone="muted">
          {t("refused", { role: tStates(`roles.${project.role}`) })}
        </Text>
      )}
    </Section>
  );
});
