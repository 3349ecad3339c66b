import { type Ref, useId } from "react";
import type { IssueAction } from "../../../contract/issues/issueActions.ts";
import type { IssueActions, IssueChange } from "../../../contract/issues/issueWrites.ts";
import { useTranslation } from "../../i18n/useTranslation.ts";
import { PanelCard } from "../patterns/PanelCard.tsx";
import { Button } from "../ui/Button.tsx";
import { Callout } from "../ui/Callout.tsx";
import { Text } from "../ui/Text.tsx";
import { TextArea } from "../ui/TextArea.ts";
import { ActionReasons } from "./ActionReasons.tsx";
import { IssueChangeControls } from "./IssueChangeControls.tsx";
import styles from "./IssueWritePanel.module.css";

/** The outcome of the last change, where it was not made. */
export interface WriteNotice {
  readonly tone: "danger" | "warning";
  readonly text: string;
}

export interface IssueWritePanelProps {
  offers: IssueActions;
  /** The change that is being written; null for none. */
  pending: IssueAction | null;
  notice?: WriteNotice | null | undefined;
  /** The text of a comment that is not at the tracker yet. */
  draft: string;
  onDraftChange: (text: string) => void;
  /** The field of a comment, for commands that move the focus there. */
  commentRef?: Ref<HTMLTextAreaElement> | undefined;
  /** The same for the field of a duplicate. */
  duplicateRef?: Ref<HTMLInputElement> | undefined;
  /** The last change, while its outcome is unknown: no other one is sent. */
  unknown: IssueChange | null;
  /** Writes a change. */
  onChange: (change: IssueChange) => void;
  /** Fetches the outcome of the last change again; omitted where it is known. */
  onLookAgain?: (() => void) | undefined;
  /** Continues without the outcome of the last change. */
  onLeave?: (() => void) | undefined;
  /** Connects the member's account for writing; omitted where that does not help. */
  onConnect?: (() => void) | undefined;
}

/** What a member does to an issue at its tracker: a comment, and changes of its fields. What cannot work has its reason. */
export function IssueWritePanel(props: IssueWritePanelProps) {
  const { offers, pending, unknown, onChange, onConnect } = props;
  const { t } = useTranslation("issueWrites");
  const { blocked, account, actions } = offers;
  if (blocked) {
    return (
      <PanelCard title={t("title")}>
        <Notice {...props} />
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
        {props.draft !== "" && <CommentForm {...props} isBlocked />}
      </PanelCard>
    );
  }
  const comment = actions.find(({ action }) => action === "comment");
  const mayComment = comment?.reason === null;
  return (
    <PanelCard title={t("title")} lead={t("as", { account: account ?? "" })}>
      <Notice {...props} />
      {unknown ? (
        <Text as="p" size="small" tone="muted">
          {t("waits")}
        </Text>
      ) : (
        <IssueChangeControls
          actions={actions}
          pending={pending}
          duplicateRef={props.duplicateRef}
          onChange={onChange}
        />
      )}
      {(mayComment || props.draft !== "") && <CommentForm {...props} isBlocked={!mayComment} />}
      <ActionReasons label={t("notHere")} reasons={actions} />
    </PanelCard>
  );
}

/** The outcome of the last change, where it failed or is unknown. */
function Notice({
  notice,
  pending,
  onLookAgain,
  onLeave,
}: Pick<IssueWritePanelProps, "notice" | "pending" | "onLookAgain" | "onLeave">) {
  const { t } = useTranslation("issueWrites");
  if (!notice && !onLookAgain) return null;
  return (
    <Callout intent={notice?.tone ?? "warning"} role="alert">
      {notice && (
        <Text as="p" overflow="anywhere">
          {notice.text}
        </Text>
      )}
      {onLookAgain && (
        <>
          <Button size="small" text={t("lookAgain")} loading={pending !== null} onClick={onLookAgain} />{" "}
          {onLeave && <Button size="small" variant="minimal" text={t("leave")} onClick={onLeave} />}
        </>
      )}
    </Callout>
  );
}

/** A comment. What was typed stays until the tracker has it. */
function CommentForm({
  draft,
  pending,
  unknown,
  isBlocked,
  commentRef,
  onDraftChange,
  onChange,
}: Pick<IssueWritePanelProps, "draft" | "pending" | "unknown" | "commentRef" | "onDraftChange" | "onChange"> & {
  /** The text is shown and cannot be sent. */
  isBlocked: boolean;
}) {
  const { t } = useTranslation("issueWrites");
  const id = useId();
  const isOther = unknown !== null && !(unknown.action === "comment" && unknown.body === draft);
  const isDisabled = isBlocked || isOther || draft.trim() === "";
  return (
    <form
      className={styles.form}
      onSubmit={(event) => {
        event.preventDefault();
        if (!isDisabled && pending === null) onChange({ action: "comment", body: draft });
      }}
    >
      <label htmlFor={id}>{t("comment.label")}</label>
      <TextArea
        id={id}
        inputRef={commentRef}
        fill
        autoResize
        value={draft}
        placeholder={t("comment.placeholder")}
        onChange={(event) => onDraftChange(event.currentTarget.value)}
      />
      <div>
        <Button
          type="submit"
          intent="primary"
          text={t("comment.send")}
          disabled={isDisabled || (pending !== null && pending !== "comment")}
          loading={pending === "comment"}
        />
      </div>
    </form>
  );
}
