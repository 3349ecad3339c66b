import type { SlackLink } from "../../../contract/notices/slack.ts";
import { useTranslation } from "../../i18n/useTranslation.ts";
import { Button } from "../ui/Button.tsx";
import { Callout } from "../ui/Callout.tsx";
import { CopyButton } from "../ui/CopyButton.tsx";
import { Inline } from "../ui/Inline.tsx";
import { Stack } from "../ui/Stack.tsx";
import { Text } from "../ui/Text.tsx";

export interface SlackLinkPanelProps {
  link: SlackLink;
  /** What the reader types in Slack; null before they have asked for it. */
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

/** Who the reader is in Slack, or the steps to say so. */
export function SlackLinkPanel({
  link: { link, pending },
  command,
  isBusy = false,
  hasTyped = false,
  failure = null,
  onBegin,
  onTyped,
  onConfirm,
  onUnlink,
  onCopy,
}: SlackLinkPanelProps) {
  const { t } = useTranslation("webhooks");
  const states = useTranslation("states");
  return (
    <Stack gap={3}>
      {failure !== null && (
        <Callout intent="danger" title={t("slackLink.changeFailed")} role="alert">
          {failure}
        </Callout>
      )}
      {link && <Text as="p">{t("slackLink.linked", { name: link.name })}</Text>}
      {link !== null && link.fault !== null && (
        <Callout intent="warning">{t("slackLink.fault", { reason: link.fault })}</Callout>
      )}
      {!link && pending && (
        <>
          <Text as="p">{t("slackLink.pending", { name: pending.name })}</Text>
          <div>
            <Button
              intent="primary"
              text={t("slackLink.confirm", { name: pending.name })}
              loading={isBusy}
              onClick={() => onConfirm(pending.user)}
            />
          </div>
        </>
      )}
      {!link && !pending && command !== null && (
        <>
          <Text as="p">{t("slackLink.type")}</Text>
          <Inline>
            <code>{command}</code>
            <CopyButton size="small" text={states.t("copy")} onCopy={() => onCopy(command)} />
          </Inline>
          <div>
            <Button intent="primary" text={t("slackLink.typed")} loading={isBusy} onClick={onTyped} />
          </div>
          <Text as="p" tone="muted" role="status">
            {hasTyped && t("slackLink.notArrived")}
          </Text>
        </>
      )}
      <div>
        {link ? (
          <Button text={t("slackLink.unlink")} loading={isBusy} onClick={onUnlink} />
        ) : (
          (pending !== null || command === null) && (
            <Button text={t("slackLink.begin")} disabled={isBusy} onClick={onBegin} />
          )
        )}
      </div>
    </Stack>
  );
}
