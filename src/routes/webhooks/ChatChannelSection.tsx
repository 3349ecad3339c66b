import type { Chat } from "../../../contract/notices/chatActionKinds.ts";
import type { ChatChannels } from "../../../contract/notices/chatActions.ts";
import { ChatChannelField } from "../../components/webhooks/ChatChannelField.tsx";
import type { ChannelControl } from "../../components/webhooks/WebhookForm.tsx";
import { useTranslation } from "../../i18n/useTranslation.ts";
import { settingsKeys } from "../../queries/settingsKeys.ts";
import { useQuery } from "../../queries/useQuery.ts";
import { useServices } from "../appContext.tsx";
import { AsyncContent } from "../AsyncContent.tsx";
import { hrefTo } from "../paths.ts";

export interface ChatChannelSectionProps extends ChannelControl {
  chat: Chat;
  companyId: string;
}

/** The channels where the app of the company is, to choose one of them. */
export function ChatChannelSection({ chat, companyId, ...control }: ChatChannelSectionProps) {
  const { chats } = useServices();
  const { t } = useTranslation("webhooks");
  const query = useQuery<ChatChannels>(settingsKeys.chatChannels(chat, companyId), (signal) =>
    chats.channels(chat, companyId, signal),
  );
  const field = (channels: ChatChannels | null) => (
    <ChatChannelField
      {...control}
      chat={chat}
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
