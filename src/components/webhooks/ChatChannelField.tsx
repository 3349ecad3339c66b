import type { Chat } from "../../../contract/notices/chatActionKinds.ts";
import type { ChatChannel, ChatChannels } from "../../../contract/notices/chatActions.ts";
import { useTranslation } from "../../i18n/useTranslation.ts";
import { SelectField } from "../patterns/SelectField.tsx";
import { Button } from "../ui/Button.tsx";
import { Callout } from "../ui/Callout.tsx";
import { Inline } from "../ui/Inline.tsx";
import { LinkButton } from "../ui/LinkButton.tsx";
import { Stack } from "../ui/Stack.tsx";
import { Text } from "../ui/Text.tsx";

export interface ChatChannelFieldProps {
  chat: Chat;
  /** Null while they are loaded. */
  channels: ChatChannels | null;
  /** The id of the chosen channel; empty before. */
  value: string;
  errors: readonly string[] | undefined;
  isLoading: boolean;
  /** The page where the company's app is set up. */
  setUpHref: string;
  onValueChange: (channel: string) => void;
  onReload: () => void;
}

/** The channel to which the company's app in a chat posts: one of those where it is. */
export function ChatChannelField({
  chat,
  channels,
  value,
  errors,
  isLoading,
  setUpHref,
  onValueChange,
  onReload,
}: ChatChannelFieldProps) {
  const { t } = useTranslation("webhooks");
  if (!channels) {
    return (
      <Text as="p" tone="muted" role="status">
        {t("channelsLoading")}
      </Text>
    );
  }
  if (channels.team === null) {
    return (
      <Stack gap={2}>
        <Callout intent="warning">{t(`channels.${chat}.noApp`)}</Callout>
        <div>
          <LinkButton size="small" variant="outlined" text={t(`channels.${chat}.setUp`)} href={setUpHref} />
        </div>
      </Stack>
    );
  }
  const nameOf = ({ name, is_private: isPrivate }: ChatChannel): string => {
    if (isPrivate) return t("channelPrivate", { name });
    return chat === "slack" ? `#${name}` : name;
  };
  const options = channels.channels.map((channel) => ({
    value: channel.id,
    text: nameOf(channel),
  }));
  return (
    <Stack gap={2}>
      {channels.failure !== null && (
        <Callout intent="danger" role="alert">
          <strong>{t("channelsFailed")}</strong>
          <div>{channels.failure}</div>
        </Callout>
      )}
      {channels.failure === null && options.length === 0 && (
        <Callout intent="warning">{t(`channels.${chat}.none`)}</Callout>
      )}
      {options.length > 0 && (
        <SelectField
          label={t("channel")}
          help={t(`channels.${chat}.help`, { team: channels.team })}
          errors={errors}
          value={value}
          options={[{ value: "", text: t("channelChoose") }, ...options]}
          onChange={onValueChange}
        />
      )}
      {channels.failure === null && !channels.is_complete && (
        <Text as="p" size="small" tone="muted">
          {t(`channels.${chat}.partly`)}
        </Text>
      )}
      <Inline>
        <Button size="small" variant="outlined" text={t("channelsReload")} loading={isLoading} onClick={onReload} />
      </Inline>
    </Stack>
  );
}
