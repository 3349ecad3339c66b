import { SlackAppSteps } from "../../components/webhooks/SlackAppSteps.tsx";
import { useTranslation } from "../../i18n/useTranslation.ts";
import { settingsKeys } from "../../queries/settingsKeys.ts";
import type { SlackAppFields } from "../../services/chats.ts";
import { useServices } from "../appContext.tsx";
import { copyText } from "../browser/copyText.ts";
import { ChatAppSection } from "./ChatAppSection.tsx";

/** The Slack app of the company, for its Admins. */
export function SlackAppSection({ companyId }: { companyId: string }) {
  const { chats } = useServices();
  const { t } = useTranslation("webhooks");
  return (
    <ChatAppSection
      chat="slack"
      requests={{
        queryKey: settingsKeys.slackApp(companyId),
        read: (signal) => chats.slackApp(companyId, signal),
        set: (fields: SlackAppFields) => chats.setSlackApp(companyId, fields),
        test: () => chats.testSlackApp(companyId),
        remove: () => chats.removeSlackApp(companyId),
      }}
      panelOf={({ app }) => ({ works: t("slack.works", { team: app?.team ?? "" }) })}
    >
      {(settings, form) => <SlackAppSteps {...form} settings={settings} onCopy={copyText} />}
    </ChatAppSection>
  );
}
