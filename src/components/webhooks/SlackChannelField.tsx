import type { SlackChannels } from "../../../contract/notices/chatActions.ts";
import { useTranslation } from "../../i18n/useTranslation.ts";
import { FormField } from "../patterns/FormField.tsx";
import { Button } from "../ui/Button.tsx";
import { Callout } from "../ui/Callout.tsx";
import { Inline } from "../ui/Inline.tsx";
import { LinkButton } from "../ui/LinkButton.tsx";
import { Select } from "../ui/Select.tsx";
import { Stack } from "../ui/Stack.tsx";
import { Text } from "../ui/Text.tsx";

export interface SlackChannelFieldProps {
  /** Null while they are loaded. */
  channels: SlackChannels | null;
  /** The id of the chosen channel; empty before. */
  value: string;
  errors: readonly string[] | undefined;
  isLoading: boolean;
  /** The page where the company's app is set up. */
  setUpHref: string;
  onValueChange: (channel: string) => void;
  onReload: () => void;
}

/** The channel to which the company's Slack app posts: one of those where it is. */
export function SlackChannelField({
  channels,
  value,
  errors,
  isLoading,
  setUpHref,
  onValueChange,
  onReload,
}: SlackChannelFieldProps) {
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
        <Callout intent="warning">{t("channelsNoApp")}</Callout>
        <div>
          <LinkButton size="small" variant="outlined" text={t("channelsSetUp")} href={setUpHref} />
        </div>
      </Stack>
    );
  }
  const options = channels.channels.map((channel) => ({
    value: channel.id,
    text: channel.is_private ? t("channelPrivate", { name: channel.name }) : `#${channel.name}`,
  }));
  return (
    <Stack gap={2}>
      {channels.failure !== null && (
        <Callout intent="danger" role="alert">
          <strong>{t("channelsFailed")}</strong>
          <div>{channels.failure}</div>
        </Callout>
      )}
      {channels.failure === null && options.length === 0 && <Callout intent="warning">{t("channelsNone")}</Callout>}
      {options.length > 0 && (
        <FormField label={t("channel")} help={t("channelHelp", { team: channels.team })} errors={errors}>
          {(control) => (
            <Select
              {...control}
              fill
              value={value}
              options={[{ value: "", text: t("channelChoose") }, ...options]}
              onValueChange={onValueChange}
            />
          )}
        </FormField>
      )}
      {channels.failure === null && !channels.is_complete && (
        <Text as="p" size="small" tone="muted">
          {t("channelsPartly")}
        </Text>
      )}
      <Inline>
        <Button size="small" variant="outlined" text={t("channelsReload")} loading={isLoading} onClick={onReload} />
      </Inline>
    </Stack>
  );
}
