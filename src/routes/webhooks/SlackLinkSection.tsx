import { useState } from "react";
import type { SlackLink } from "../../../contract/notices/slack.ts";
import { SlackLinkPanel } from "../../components/webhooks/SlackLinkPanel.tsx";
import { Section } from "../../components/ui/Section.tsx";
import { Text } from "../../components/ui/Text.tsx";
import { useTranslation } from "../../i18n/useTranslation.ts";
import { useMutation } from "../../queries/useMutation.ts";
import { useServices } from "../appContext.tsx";
import { copyText } from "../browser/copyText.ts";
import { hrefTo } from "../paths.ts";
import { useErrorMessage } from "../useErrorMessage.ts";

export interface SlackLinkSectionProps {
  link: SlackLink;
  /** The reader may set up the company's app. */
  isAdmin: boolean;
  /** Reads the link again. */
  onChanged: () => void;
}

/** Who the reader is in the workspace of the company's Slack app. */
export function SlackLinkSection({ link, isAdmin, onChanged }: SlackLinkSectionProps) {
  const { outgoingWebhooks } = useServices();
  const { t } = useTranslation("webhooks");
  const formatError = useErrorMessage();
  const [command, setCommand] = useState<string | null>(null);
  const [hasTyped, setTyped] = useState(false);
  const begin = useMutation(() => outgoingWebhooks.beginSlackLink(), {
    onSuccess: (code) => {
      setTyped(false);
      setCommand(code.command);
      onChanged();
    },
  });
  const confirm = useMutation((user: string) => outgoingWebhooks.confirmSlackLink(user), {
    onSuccess: () => {
      setCommand(null);
      onChanged();
    },
  });
  const unlink = useMutation(() => outgoingWebhooks.removeSlackLink(), { onSuccess: onChanged });
  const error = begin.error ?? confirm.error ?? unlink.error;
  if (link.team === null) {
    if (!isAdmin) return null;
    return (
      <Section title={t("slackLink.title")} headingLevel={2}>
        <Text as="p" tone="muted">
          {t("slackLink.notSetUp")} <a href={hrefTo.settings("webhooks")}>{t("slackLink.setUp")}</a>
        </Text>
      </Section>
    );
  }
  return (
    <Section title={t("slackLink.title")} headingLevel={2} lead={t("slackLink.text", { team: link.team })}>
      <SlackLinkPanel
        link={link}
        command={command}
        isBusy={begin.isPending || confirm.isPending || unlink.isPending}
        failure={error && formatError(error).text}
        onBegin={() => void begin.mutate()}
        hasTyped={hasTyped}
        onTyped={() => {
          setTyped(true);
          onChanged();
        }}
        onConfirm={(user) => void confirm.mutate(user)}
        onCopy={copyText}
        onUnlink={() => void unlink.mutate()}
      />
    </Section>
  );
}
