import type { ChatUserLink } from "../../../contract/notices/chatUsers.ts";
import type { Chat } from "../../../contract/notices/chatActionKinds.ts";
import { useTranslation } from "../../i18n/useTranslation.ts";
import { Button } from "../ui/Button.tsx";
import { Callout } from "../ui/Callout.tsx";
import { CopyButton } from "../ui/CopyButton.tsx";
import { Inline } from "../ui/Inline.tsx";
import { Stack } from "../ui/Stack.tsx";
import { Text } from "../ui/Text.tsx";

export interface ChatUserPanelProps {
  chat: Chat;
  state: ChatUserLink;
  /** What the reader types in the chat; null before they have asked for it. */
  command: string | null;
  isBusy?: boolean;
  /** The reader has said that they have typed the code. */
  hasTyped?: boolean;
  /** Why the last change failed. */
  failure?: string | null;
  onBegin: () => void;
  /** Looks whether the code was typed. */
  onTyped: () => void;
  onConfirm: (user: string) => void;
  onUnlink: () => void;
  /** Copies a text; false where the browser does not allow it. */
  onCopy: (text: string) => Promise<boolean>;
}

/** Who the reader is in a chat, or the steps to link that user. */
export function ChatUserPanel({
  chat,
  state: { link, pending },
  command,
  isBusy = false,
  hasTyped = false,
  failure = null,
  onBegin,
  onTyped,
  onConfirm,
  onUnlink,
  onCopy,
}: ChatUserPanelProps) {
  const { t } = useTranslation("webhooks");
  const states = useTranslation("states");
  return (
    <Stack gap={3}>
      {failure !== null && (
        <Callout intent="danger" title={t(`${chat}Link.changeFailed`)} role="alert">
          {failure}
        </Callout>
      )}
      {link && <Text as="p">{t(`${chat}Link.linked`, { name: link.name })}</Text>}
      {link !== null && link.fault !== null && (
        <Callout intent="warning">{t(`${chat}Link.fault`, { reason: link.fault })}</Callout>
      )}
      {!link && pending && (
        <>
          <Text as="p">{t(`${chat}Link.pending`, { name: pending.name })}</Text>
          <div>
            <Button
              intent="primary"
              text={t(`${chat}Link.confirm`, { name: pending.name })}
              loading={isBusy}
              onClick={() => onConfirm(pending.user)}
            />
          </div>
        </>
      )}
      {!link && !pending && command !== null && (
        <>
          <Text as="p">{t(`${chat}Link.type`)}</Text>
          <Inline>
            <code>{command}</code>
            <CopyButton size="small" text={states.t("copy")} onCopy={() => onCopy(command)} />
          </Inline>
          <div>
            <Button intent="primary" text={t(`${chat}Link.typed`)} loading={isBusy} onClick={onTyped} />
          </div>
          <Text as="p" tone="muted" role="status">
            {hasTyped && t(`${chat}Link.notArrived`)}
          </Text>
        </>
      )}
      <div>
        {link ? (
          <Button text={t(`${chat}Link.unlink`)} loading={isBusy} onClick={onUnlink} />
        ) : (
          (pending !== null || command === null) && (
            <Button text={t(`${chat}Link.begin`)} disabled={isBusy} onClick={onBegin} />
          )
        )}
      </div>
    </Stack>
  );
}
