import type { ReactNode } from "react";
import type { Chat } from "../../../contract/notices/chatActionKinds.ts";
import { ConfirmDialog } from "../../components/patterns/ConfirmDialog.tsx";
import type { FormErrorInfo } from "../../components/patterns/FormError.tsx";
import { Section } from "../../components/ui/Section.tsx";
import { ChatAppPanel, type ChatAppPanelProps } from "../../components/webhooks/ChatAppPanel.tsx";
import { useTranslation } from "../../i18n/useTranslation.ts";
import { AsyncContent } from "../AsyncContent.tsx";
import { useErrorMessage } from "../useErrorMessage.ts";
import { type ChatAppRequests, useChatApp } from "./useChatApp.ts";

/** What each chat knows of its app. */
type App = ChatAppPanelProps["app"] & { readonly created_at: string };

export interface ChatAppForm<Fields> {
  readonly isSaving: boolean;
  readonly failure: FormErrorInfo | null;
  readonly onSave: (fields: Fields) => void;
}

export interface ChatAppSectionProps<Settings extends { readonly app: App | null }, Fields> {
  chat: Chat;
  requests: ChatAppRequests<Settings, Fields>;
  /** The texts and the action of the panel that differ between chats. */
  panelOf: (settings: Settings) => Pick<ChatAppPanelProps, "works" | "note" | "extraAction">;
  children: (settings: Settings, form: ChatAppForm<Fields>) => ReactNode;
}

/** The app of the company in a chat, for its Admins: the steps that set it up, or its state. */
export function ChatAppSection<Settings extends { readonly app: App | null }, Fields>({
  chat,
  requests,
  panelOf,
  children,
}: ChatAppSectionProps<Settings, Fields>) {
  const { t } = useTranslation("webhooks");
  const formatError = useErrorMessage();
  const { query, save, test, remove } = useChatApp(requests);
  const form = {
    isSaving: save.isPending,
    failure: save.error && formatError(save.error),
    onSave: (fields: Fields) => void save.mutate(fields),
  };
  return (
    <Section title={t(`${chat}.title`)} headingLevel={2} lead={t(`${chat}.text`)}>
      <AsyncContent query={query} failed={t(`${chat}.failed`)}>
        {(settings) =>
          settings.app === null ? (
            children(settings, form)
          ) : (
            <ChatAppPanel
              {...panelOf(settings)}
              key={settings.app.created_at}
              chat={chat}
              app={settings.app}
              steps={children(settings, form)}
              isTesting={test.isPending}
              failure={test.error && formatError(test.error)}
              result={test.data}
              onTest={() => void test.mutate()}
              onRemove={() => remove.ask(null)}
            />
          )
        }
      </AsyncContent>
      <ConfirmDialog
        {...remove.dialog}
        title={t(`${chat}.removeTitle`)}
        text={t(`${chat}.removeText`)}
        action={t(`${chat}.remove`)}
      />
    </Section>
  );
}
