import { type ReactNode, useState } from "react";
import type { Chat } from "../../../contract/notices/chatActionKinds.ts";
import type { ChatTest } from "../../../contract/notices/chatUsers.ts";
import { useTranslation } from "../../i18n/useTranslation.ts";
import { FormError, type FormErrorInfo } from "../patterns/FormError.tsx";
import { Button } from "../ui/Button.tsx";
import { Callout } from "../ui/Callout.tsx";
import { Inline } from "../ui/Inline.tsx";
import { Stack } from "../ui/Stack.tsx";
import { Text } from "../ui/Text.tsx";

export interface ChatAppPanelProps {
  chat: Chat;
  app: {
    /** Why the chat takes nothing from it any more; null while it does. */
    readonly ended: string | null;
    /** Users who have linked themselves. */
    readonly linked: number;
  };
  /** Names the workspace or the tenant that the app is in. */
  works: string;
  /** The form that replaces its secret. */
  steps: ReactNode;
  /** What is left to do outside of Clew. */
  note?: string;
  extraAction?: ReactNode;
  isTesting?: boolean;
  /** The test could not be made. */
  failure?: FormErrorInfo | null;
  /** The last test. */
  result?: ChatTest | null;
  onTest: () => void;
  onRemove: () => void;
}

/** The app of the company in a chat: its state, with a test and the form that replaces its secret. */
export function ChatAppPanel({
  chat,
  app,
  works,
  steps,
  note,
  extraAction,
  isTesting = false,
  failure = null,
  result = null,
  onTest,
  onRemove,
}: ChatAppPanelProps) {
  const { t } = useTranslation("webhooks");
  const [isReplacing, setReplacing] = useState(false);
  return (
    <Stack gap={3}>
      {app.ended === null ? (
        <Text as="p">{works}</Text>
      ) : (
        <Callout intent="danger">{t(`${chat}.ended`, { reason: app.ended })}</Callout>
      )}
      <Text as="p" tone="muted">
        {t(`${chat}.linked`, { count: app.linked })}
      </Text>
      {note !== undefined && (
        <Text as="p" tone="muted">
          {note}
        </Text>
      )}
      <Inline>
        {extraAction}
        <Button text={t(`${chat}.test`)} loading={isTesting} onClick={onTest} />
        <Button text={t(`${chat}.replace`)} disabled={isReplacing} onClick={() => setReplacing(true)} />
        <Button text={t(`${chat}.remove`)} intent="danger" variant="outlined" onClick={onRemove} />
      </Inline>
      <FormError title={t(`${chat}.testFailed`)} failure={failure} />
      {result && (
        <Callout intent={result.passed ? "success" : "danger"} role="status">
          {result.text}
        </Callout>
      )}
      {isReplacing && steps}
    </Stack>
  );
}
