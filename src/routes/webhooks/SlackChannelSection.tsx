import type { SlackChannels } from "../../../contract/notices/chatActions.ts";
import { SlackChannelField } from "../../components/webhooks/SlackChannelField.tsx";
import type { ChannelControl } from "../../components/webhooks/WebhookForm.tsx";
import { useTranslation } from "../../i18n/useTranslation.ts";
import { settingsKeys } from "../../queries/settingsKeys.ts";
import { useQuery } from "../../queries/useQuery.ts";
import { useServices } from "../appContext.tsx";
import { AsyncContent } from "../AsyncContent.tsx";
import { hrefTo } from "../paths.ts";

export interface SlackChannelSectionProps extends ChannelControl {
  companyId: string;
}

/** The channels where the Slack app of the company is, to choose one of them. */
export function SlackChannelSection({ companyId, ...control }: SlackChannelSectionProps) {
  const { outgoingWebhooks } = useServices();
  const { t } = useTranslation("webhooks");
  const query = useQuery<SlackChannels>(settingsKeys.slackChannels(companyId), (signal) =>
    outgoingWebhooks.slackChannels(companyId, signal),
  );
  const field = (channels: SlackChannels | null) => (
    <SlackChannelField
      {...control}
      channels={channels}
      isLoading={query.isLoading}
      setUpHref={hrefTo.settings("webhooks")}
      onReload={query.refetch}
    />
  );
  return (
    <AsyncContent query={query} failed={t("channelsFailed")} loading={field(null)}>
      {field}
    </AsyncContent>
  );
}
