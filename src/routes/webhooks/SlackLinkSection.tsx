import { useState } from "react";
import type { SlackLink } from "../../../contract/slack.ts";
import { SlackLinkPanel } from "../../components/webhooks/SlackLinkPanel.tsx";
import { Section } from "../../components/ui/Section.tsx";
import { useTranslation } from "../../i18n/useTranslation.ts";
import { useMutation } from "../../queries/useMutation.ts";
import { useServices } from "../appContext.tsx";
import { useErrorMessage } from "../useErrorMessage.ts";

export interface SlackLinkSectionProps {
  link: SlackLink;
  /** Reads the link again. */
  onChanged: () => void;
}

/** Who the reader is in the workspace of the company's Slack app. */
export function SlackLinkSection({ link, onChanged }: SlackLinkSectionProps) {
  const { outgoingWebhooks } = useServices();
  const { t } = useTranslation("webhooks");
  const formatError = useErrorMessage();
  const [command, setCommand] = useState<string | null>(null);
  const begin = useMutation(async () => (await outgoingWebhooks()).beginSlackLink(), {
    onSuccess: (code) => {
      setCommand(code.command);
      onChanged();
    },
  });
  const confirm = useMutation(async (user: string) => (await outgoingWebhooks()).confirmSlackLink(user), {
    onSuccess: () => {
      setCommand(null);
      onChanged();
    },
  });
  const unlink = useMutation(async () => (await outgoingWebhooks()).removeSlackLink(), { onSuccess: onChanged });
  const error = begin.error ?? confirm.error ?? unlink.error;
  if (link.team === null) return null;
  return (
    <Section title={t("slackLink.title")} headingLevel={2} lead={t("slackLink.text", { team: link.team })}>
      <SlackLinkPanel
        link={link}
        command={command}
        isBusy={begin.isPending || confirm.isPending || unlink.isPending}
        failure={error && formatError(error).text}
        onBegin={() => void begin.mutate()}
        onTyped={onChanged}
        onConfirm={(user) => void confirm.mutate(user)}
        onUnlink={() => void unlink.mutate()}
      />
    </Section>
  );
}
