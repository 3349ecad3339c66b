import { type ReactNode, useState } from "react";
import { CHAT_LINK_DAYS } from "../../../contract/notices/chatActionKinds.ts";
import type { ChatLink, ChatLinkAnswer } from "../../../contract/notices/chatActions.ts";
import { useTranslation } from "../../i18n/useTranslation.ts";
import { Fact, FactList } from "../patterns/FactList.tsx";
import { FormError, type FormErrorInfo } from "../patterns/FormError.tsx";
import { IssueStateTag } from "../patterns/IssueStateTag.tsx";
import { Button } from "../ui/Button.tsx";
import { Callout } from "../ui/Callout.tsx";
import { Card } from "../ui/Card.tsx";
import { ForeignText } from "../ui/ForeignText.tsx";
import { Inline } from "../ui/Inline.tsx";
import { LinkButton } from "../ui/LinkButton.tsx";
import { Radio, RadioGroup } from "../ui/Radio.ts";
import { Stack } from "../ui/Stack.tsx";
import { Text } from "../ui/Text.tsx";

export interface ChatLinkPanelProps {
  link: ChatLink;
  /** The page of the issue. */
  issueHref: string;
  /** What pressing the button has done; null before. */
  answer: ChatLinkAnswer | null;
  isBusy: boolean;
  failure: FormErrorInfo | null;
  /** @param choice the id of the chosen way; null where there is one */
  onConfirm: (choice: string | null) => void;
}

/** What a link of a chat does to which issue, and a button that does it. */
export function ChatLinkPanel({ link, issueHref, answer, isBusy, failure, onConfirm }: ChatLinkPanelProps) {
  const { t, format } = useTranslation("chatLink");
  const { action, issue, project, tracker, account, choices } = link;
  const [chosen, setChosen] = useState<string | null>(null);
  const hasEnded = answer !== null && answer.state !== "unknown";
  const canConfirm = link.state === "open" && link.blocked === null && !hasEnded;
  const asks = choices.length > 1;
  return (
    <Card padding="wide">
      <Stack gap={3}>
        <FactList layout="table">
          <Fact name={t("issue")}>
            <Text overflow="anywhere">
              {issue.key} <ForeignText text={issue.title} />
            </Text>{" "}
            <IssueStateTag state={issue.state} />
          </Fact>
          <Fact name={t("project")}>
            <ForeignText text={project.name} />
          </Fact>
          <Fact name={t("tracker")}>{tracker}</Fact>
          {account !== null && <Fact name={t("account")}>{t("accountText", { account })}</Fact>}
        </FactList>
        {!hasEnded && <State link={link} />}
        {canConfirm && asks && (
          <RadioGroup
            label={t("choice")}
            disabled={isBusy}
            selectedValue={chosen ?? ""}
            onChange={({ currentTarget: { value } }) => setChosen(value)}
          >
            {choices.map(({ id, name }) => (
              <Radio key={id} value={id} label={name} />
            ))}
          </RadioGroup>
        )}
        <FormError title={t("actFailed")} failure={failure} />
        <div role="status">{answer && <Answer answer={answer} />}</div>
        <Inline align="stretch">
          {canConfirm && (
            <Button
              intent="primary"
              text={t(`confirm.${action}`)}
              loading={isBusy}
              disabled={asks && chosen === null}
              onClick={() => onConfirm(asks ? chosen : null)}
            />
          )}
          <LinkButton variant={canConfirm ? "minimal" : "outlined"} text={t("open")} href={issueHref} />
        </Inline>
        {canConfirm && (
          <Text as="p" size="small" tone="muted">
            {t("until", { time: format.dateTime(link.expires_at) })}
          </Text>
        )}
      </Stack>
    </Card>
  );
}

interface NoteProps {
  intent: "success" | "warning";
  title: string;
  children: ReactNode;
}

/** The card has no headings, so the title of a note is none. */
const Note = ({ intent, title, children }: NoteProps) => (
  <Callout intent={intent}>
    <strong>{title}</strong>
    <div>{children}</div>
  </Callout>
);

/** Why the link does nothing, and what to do instead. */
function State({ link }: { link: ChatLink }) {
  const { t, format } = useTranslation("chatLink");
  const { state, used_by: name, blocked } = link;
  switch (state) {
    case "used":
      return (
        <Note intent="warning" title={name === null ? t("used") : t("usedBy", { name })}>
          {t("usedNext")}
        </Note>
      );
    case "started":
      return (
        <Note intent="warning" title={name === null ? t("started") : t("startedBy", { name })}>
          {t("startedNext")}
        </Note>
      );
    case "expired":
      return (
        <Note intent="warning" title={t("expired", { time: format.dateTime(link.expires_at) })}>
          {t("expiredNext", { days: format.number(CHAT_LINK_DAYS) })}
        </Note>
      );
    case "open":
      return blocked === null ? null : (
        <Note intent="warning" title={t("blocked")}>
          {blocked}
        </Note>
      );
  }
}

function Answer({ answer: { state, text } }: { answer: ChatLinkAnswer }) {
  const { t } = useTranslation("chatLink");
  return (
    <Note intent={state === "done" ? "success" : "warning"} title={t(state)}>
      {text} {state === "unknown" && t("unknownNext")}
    </Note>
  );
}
