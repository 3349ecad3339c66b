import { SlackAppSteps } from "../../components/webhooks/SlackAppSteps.tsx";
import { useTranslation } from "../../i18n/useTranslation.ts";
import { settingsKeys } from "../../queries/settingsKeys.ts";
import type { SlackAppFields } from "../../services/outgoingWebhooks.ts";
import { useServices } from "../appContext.tsx";
import { copyText } from "../browser/copyText.ts";
import { ChatAppSection } from "./ChatAppSection.tsx";

/** The Slack app of the company, for its Admins. */
export function SlackAppSection({ companyId }: { companyId: string }) {
  const { outgoingWebhooks } = useServices();
  const { t } = useTranslation("webhooks");
  return (
    <ChatAppSection
      chat="slack"
      requests={{
        queryKey: settingsKeys.slackApp(companyId),
        read: (signal) => outgoingWebhooks.slackApp(companyId, signal),
        set: (fields: SlackAppFields) => outgoingWebhooks.setSlackApp(companyId, fields),
        test: () => outgoingWebhooks.testSlackApp(companyId),
        remove: () => outgoingWebhooks.removeSlackApp(companyId),
      }}
      panelOf={({ team }) => ({ works: t("slack.works", { team }) })}
    >
      {(settings, form) => <SlackAppSteps {...form} settings={settings} onCopy={copyText} />}
    </ChatAppSection>
  );
}
