import { useId, useState } from "react";
import type { IssueAction } from "../../../contract/issueActions.ts";
import type { IssueActionOffer, IssueActions, IssueChange } from "../../../contract/issueWrites.ts";
import { useTranslation } from "../../i18n/useTranslation.ts";
import { PanelCard } from "../patterns/PanelCard.tsx";
import { Button } from "../ui/Button.tsx";
import { Callout } from "../ui/Callout.tsx";
import { Text } from "../ui/Text.tsx";
import { TextArea } from "../ui/TextArea.ts";
import { IssueChangeControls } from "./IssueChangeControls.tsx";
import styles from "./IssueWritePanel.module.css";

/** What became of the last change, where it was not made. */
export interface WriteNotice {
  readonly tone: "danger" | "warning";
  readonly text: string;
}

export interface IssueWritePanelProps {
  offers: IssueActions;
  /** The change that is being written; null for none. */
  pending: IssueAction | null;
  notice?: WriteNotice | null | undefined;
  /** Writes a change. @returns whether the tracker has it */
  onChange: (change: IssueChange) => Promise<boolean>;
  /** Asks again what became of the last change; omitted where that is known. */
  onLookAgain?: (() => void) | undefined;
  /** Connects the member's account for writing; omitted where that does not help. */
  onConnect?: (() => void) | undefined;
}

/** What a member does to an issue at its tracker: a comment, and changes of its fields. What cannot work has its reason. */
export function IssueWritePanel(props: IssueWritePanelProps) {
  const { offers, pending, notice, onChange, onLookAgain, onConnect } = props;
  const { t } = useTranslation("issueWrites");
  const { blocked, account, actions } = offers;
  if (blocked) {
    return (
      <PanelCard title={t("title")}>
        <Text as="p" tone="muted" overflow="anywhere">
          {blocked.text}
        </Text>
        {onConnect && (
          <>
            <Text as="p" size="small" tone="muted">
              {t("connectHelp")}
            </Text>
            <div>
              <Button intent="primary" text={t("connect")} onClick={onConnect} />
            </div>
          </>
        )}
      </PanelCard>
    );
  }
  const reasons = Map.groupBy(
    actions.filter(({ reason }) => reason !== null),
    ({ reason }) => reason ?? "",
  );
  return (
    <PanelCard title={t("title")} lead={t("as", { account: account ?? "" })}>
      {notice && (
        <Callout intent={notice.tone} role="alert">
          <Text as="p" overflow="anywhere">
            {notice.text}
          </Text>
          {onLookAgain && <Button size="small" text={t("lookAgain")} onClick={onLookAgain} />}
        </Callout>
      )}
      <IssueChangeControls actions={actions} pending={pending} onChange={(change) => void onChange(change)} />
      <CommentForm offer={actions.find(({ action }) => action === "comment")} pending={pending} onChange={onChange} />
      {reasons.size > 0 && (
        <ul className={styles.reasons} aria-label={t("notHere")}>
          {[...reasons].map(([reason, of]) => (
            <li key={reason}>
              <Text size="small" tone="muted" overflow="anywhere">
                {t("reason", { actions: of.map(({ action }) => t(`action.${action}`)).join(", "), reason })}
              </Text>
            </li>
          ))}
        </ul>
      )}
    </PanelCard>
  );
}

/** A comment. What was typed stays until the tracker has it. */
function CommentForm({
  offer,
  pending,
  onChange,
}: Pick<IssueWritePanelProps, "pending" | "onChange"> & { offer: IssueActionOffer | undefined }) {
  const { t } = useTranslation("issueWrites");
  const id = useId();
  const [text, setText] = useState("");
  if (!offer || offer.reason !== null) return null;
  const isEmpty = text.trim() === "";
  const handleSubmit = async (): Promise<void> => {
    if (isEmpty || pending !== null) return;
    if (await onChange({ action: "comment", body: text })) setText("");
  };
  return (
    <form
      className={styles.form}
      onSubmit={(event) => {
        event.preventDefault();
        void handleSubmit();
      }}
    >
      <label htmlFor={id}>{t("comment.label")}</label>
      <TextArea
        id={id}
        fill
        autoResize
        value={text}
        placeholder={t("comment.placeholder")}
        onChange={(event) => setText(event.currentTarget.value)}
      />
      <div>
        <Button
          type="submit"
          intent="primary"
          text={t("comment.send")}
          disabled={isEmpty || (pending !== null && pending !== "comment")}
          loading={pending === "comment"}
        />
      </div>
    </form>
  );
}
