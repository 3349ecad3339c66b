import { useState } from "react";
import type { Chat } from "../../../contract/notices/chatActionKinds.ts";
import type { ChatUserLink } from "../../../contract/notices/chatUsers.ts";
import { ChatUserPanel } from "../../components/webhooks/ChatUserPanel.tsx";
import { Section } from "../../components/ui/Section.tsx";
import { Text } from "../../components/ui/Text.tsx";
import { useTranslation } from "../../i18n/useTranslation.ts";
import { useMutation } from "../../queries/useMutation.ts";
import { useServices } from "../appContext.tsx";
import { copyText } from "../browser/copyText.ts";
import { hrefTo } from "../paths.ts";
import { useErrorMessage } from "../useErrorMessage.ts";

export interface ChatUserSectionProps {
  chat: Chat;
  link: ChatUserLink;
  /** The reader may set up the company's app. */
  isAdmin: boolean;
  /** Reads the link again. */
  onChanged: () => void;
}

/** Who the reader is in a chat in which the company has an app. */
export function ChatUserSection({ chat, link, isAdmin, onChanged }: ChatUserSectionProps) {
  const { chats } = useServices();
  const { t } = useTranslation("webhooks");
  const formatError = useErrorMessage();
  const [command, setCommand] = useState<string | null>(null);
  const [hasTyped, setTyped] = useState(false);
  const begin = useMutation(() => chats.beginUserLink(chat), {
    onSuccess: (code) => {
      setTyped(false);
      setCommand(code.command);
      onChanged();
    },
  });
  const confirm = useMutation((user: string) => chats.confirmUserLink(chat, user), {
    onSuccess: () => {
      setCommand(null);
      onChanged();
    },
  });
  const unlink = useMutation(() => chats.removeUserLink(chat), { onSuccess: onChanged });
  const error = begin.error ?? confirm.error ?? unlink.error;
  if (link.team === null) {
    if (!isAdmin) return null;
    return (
      <Section title={t(`${chat}Link.title`)} headingLevel={2}>
        <Text as="p" tone="muted">
          {t(`${chat}Link.notSetUp`)} <a href={hrefTo.settings("webhooks")}>{t(`${chat}Link.setUp`)}</a>
        </Text>
      </Section>
    );
  }
  return (
    <Section title={t(`${chat}Link.title`)} headingLevel={2} lead={t(`${chat}Link.text`, { team: link.team })}>
      <ChatUserPanel
        chat={chat}
        state={link}
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
