import { useState } from "react";
import type { IssueAction } from "../../../contract/issues/issueActions.ts";
import type { IssueActions, IssueChange } from "../../../contract/issues/issueWrites.ts";
import type { Issue } from "../../../contract/issues/issues.ts";
import type { WriteNotice } from "../../components/issues/IssueWritePanel.tsx";
import { changedIssue, isSameChange } from "../../domain/changedIssue.ts";
import { newKey } from "../../domain/newKey.ts";
import { webHref } from "../../domain/webAddress.ts";
import { useTranslation } from "../../i18n/useTranslation.ts";
import { queryKeys } from "../../queries/queryKeys.ts";
import { useMutation } from "../../queries/useMutation.ts";
import { useServices } from "../appContext.tsx";
import { isRefusal } from "../failures/isRefusal.ts";
import { useErrorMessage } from "../useErrorMessage.ts";

interface IssueWriteOptions {
  slug: string;
  /** The issue as the address names it. */
  id: string;
  issue: Issue;
  /** What the tracker offers; null before it is loaded. */
  offers: IssueActions | null;
  /** Shows the issue as it is after a change; null: as it was loaded. */
  onShown: (issue: Issue | null) => void;
}

const now = (): string => new Date().toISOString();

/** Writes changes of one issue to its tracker. Each is shown at once, and taken back where the tracker refuses it. */
export function useIssueWrite({ slug, id, issue, offers, onShown }: IssueWriteOptions) {
  const { issues, users } = useServices();
  const { t } = useTranslation("issueWrites");
  const formatError = useErrorMessage();
  const [pending, setPending] = useState<IssueAction | null>(null);
  const [notice, setNotice] = useState<WriteNotice | null>(null);
  /** Kept here, so that it survives a tracker that takes no changes for a moment. */
  const [draft, setDraft] = useState("");
  /** The change whose end is not known, with its key: a repetition of it is written once. */
  const [unknown, setUnknown] = useState<{ change: IssueChange; key: string; account: string } | null>(null);
  const { mutate } = useMutation(
    (key: string, account: string, change: IssueChange) => issues.write(slug, id, { key, account, change }),
    {
      invalidates: [queryKeys.issueActions(slug, id)],
    },
  );
  const connect = useMutation((provider: Parameters<typeof users.oauthLogin>[0]) => users.oauthLogin(provider, true), {
    onSuccess: ({ auth_url: address }) => {
      if (webHref(address)) window.open(address, "_self");
    },
    onError: (error) => setNotice({ tone: "danger", text: formatError(error).text }),
  });

  /** @returns why the tracker does not have the change; null where it has */
  const write = async (change: IssueChange, key: string, shown = ""): Promise<string | null> => {
    // A tracker that takes no changes for a moment shows no account: then it is the one that was shown before.
    const account = offers?.account ?? shown;
    setPending(change.action);
    setNotice(null);
    if (offers) onShown(changedIssue(issue, change, offers, now()));
    const result = await mutate(key, account, change);
    setPending(null);
    if (!result.success) {
      onShown(issue);
      const { text } = formatError(result.error);
      // Refused by this server before the tracker was asked: of a repetition it says nothing about what was sent before.
      const isRefused = isRefusal(result.error);
      const reason = isRefused ? text : t("notSent", { reason: text });
      setNotice({ tone: "danger", text: reason });
      if (!isRefused) setUnknown({ change, key, account });
      return reason;
    }
    const { state, text, issue: written } = result.data;
    onShown(written);
    setUnknown(state === "unknown" ? { change, key, account } : null);
    if (state === "done") {
      if (change.action === "comment") setDraft((now) => (now === change.body ? "" : now));
      return null;
    }
    setNotice({ tone: state === "refused" ? "danger" : "warning", text: text ?? "" });
    return text ?? "";
  };
  /** While the outcome of a change is unknown, an equal one is that change: a new key would write it a second time. */
  const submit = (change: IssueChange): void => {
    if (!unknown) void write(change, newKey());
    else if (isSameChange(change, unknown.change)) void write(unknown.change, unknown.key, unknown.account);
  };
  return {
    /** The kind of the change that is being written. */
    pending,
    notice,
    draft,
    setDraft,
    unknown,
    write,
    submit,
    /** Repeats the change whose outcome is unknown. */
    lookAgain: (): void => void (unknown && write(unknown.change, unknown.key, unknown.account)),
    leave: (): void => {
      setUnknown(null);
      setNotice(null);
    },
    connect: (provider: Parameters<typeof users.oauthLogin>[0]): void => void connect.mutate(provider),
  };
}
