import { Suspense, useState } from "react";
import { lazyComponent } from "../../hooks/lazyComponent.ts";
import type { IssueAction } from "../../../contract/issues/issueActions.ts";
import type { IssueChange } from "../../../contract/issues/issueWrites.ts";
import type { Issue } from "../../../contract/issues/issues.ts";
import type { WriteNotice } from "../../components/issues/IssueWritePanel.tsx";
import { FailedLine } from "../../components/patterns/FailedLine.tsx";
import { FoldPanel } from "../../components/patterns/FoldPanel.tsx";
import { Skeleton } from "../../components/ui/Skeleton.tsx";
import { changedIssue, isSameChange } from "../../domain/changedIssue.ts";
import { newKey } from "../../domain/newKey.ts";
import { webHref } from "../../domain/webAddress.ts";
import { useLateFocus } from "../../hooks/useLateFocus.ts";
import { useTranslation } from "../../i18n/useTranslation.ts";
import { queryKeys } from "../../queries/queryKeys.ts";
import { useMutation } from "../../queries/useMutation.ts";
import { useQuery } from "../../queries/useQuery.ts";
import { useStore } from "../../stores/StoreProvider.tsx";
import { useServices } from "../appContext.tsx";
import { AsyncContent } from "../AsyncContent.tsx";
import { usePageCommands } from "../shell/openShortcuts.ts";
import { issueCommands } from "./issueCommands.ts";
import { ISSUE_PANELS } from "./issuePanels.ts";
import { FOLDED } from "./foldedPlace.ts";
import { StoredWritesSection } from "./StoredWritesSection.tsx";
import { useGroupedFailure } from "../failures/FailureGroup.tsx";
import { isRefusal } from "../failures/isRefusal.ts";
import { useErrorMessage } from "../useErrorMessage.ts";
import { useOpenPanel } from "./useOpenPanel.ts";

const IssueWritePanel = lazyComponent(() => import("../../components/issues/IssueWritePanel.tsx"), "IssueWritePanel");
const ROWS = { count: 3, height: "2.5rem" };

export interface IssueWriteSectionProps {
  slug: string;
  /** The issue as the address names it. */
  id: string;
  issue: Issue;
  /** Shows the issue as it is after a change; null: as it was loaded. */
  onShown: (issue: Issue | null) => void;
}

const now = (): string => new Date().toISOString();

/** The member's actions at the tracker. A change is shown at once, and taken back where the tracker refuses it. */
export function IssueWriteSection({ slug, id, issue, onShown }: IssueWriteSectionProps) {
  const { issues, users } = useServices();
  const { notifications } = useStore();
  const { t } = useTranslation("issueWrites");
  const formatError = useErrorMessage();
  const offers = useQuery(queryKeys.issueActions(slug, id), (signal) => issues.actions(slug, id, signal));
  const isReported = useGroupedFailure(offers.data === null ? offers.error : null, offers.isLoading, offers.refetch);
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
    const account = offers.data?.account ?? shown;
    setPending(change.action);
    setNotice(null);
    if (offers.data) onShown(changedIssue(issue, change, offers.data, now()));
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
  const comment = useLateFocus<HTMLTextAreaElement>();
  const duplicate = useLateFocus<HTMLInputElement>();
  const [isOpen, setIsOpen] = useOpenPanel(ISSUE_PANELS.act, false);
  usePageCommands(() => {
    if (!offers.data || pending !== null || unknown) return [];
    return issueCommands(offers.data, t, {
      // The panel may be out of sight: what did not work is also shown where it is seen.
      onChange: (change) =>
        void write(change, newKey()).then((reason) => {
          if (reason !== null) notifications.show(reason, "error");
        }),
      onComment: () => {
        comment.focus();
        setIsOpen(true);
      },
      onDuplicate: () => {
        duplicate.focus();
        setIsOpen(true);
      },
    });
  });
  /** The outcome of a change is never hidden. */
  const isShown = isOpen || notice !== null || unknown !== null;
  if (offers.data === null && offers.error)
    return (
      !isReported && (
        <FailedLine
          title={t("failed")}
          failure={formatError(offers.error)}
          isRetrying={offers.isLoading}
          onRetry={offers.refetch}
        />
      )
    );
  return (
    <>
      <AsyncContent query={offers} failed={t("failed")} loading={<Skeleton {...FOLDED} />}>
        {(found) => (
          <FoldPanel
            title={t("title")}
            summary={found.blocked?.text ?? t("as", { account: found.account ?? "" })}
            isOpen={isShown}
            onToggle={() => setIsOpen(!isShown)}
          >
            <Suspense fallback={<Skeleton shape="rows" {...ROWS} />}>
              <IssueWritePanel
                offers={found}
                pending={pending}
                notice={notice}
                draft={draft}
                commentRef={comment.ref}
                duplicateRef={duplicate.ref}
                unknown={unknown?.change ?? null}
                onDraftChange={setDraft}
                onChange={submit}
                onLookAgain={unknown ? () => void write(unknown.change, unknown.key, unknown.account) : undefined}
                onLeave={() => {
                  setUnknown(null);
                  setNotice(null);
                }}
                onConnect={found.connect ? () => void connect.mutate(found.connect ?? "github") : undefined}
              />
            </Suspense>
          </FoldPanel>
        )}
      </AsyncContent>
      {/* The outcome of a change of this visit is shown above. */}
      {pending === null && notice === null && unknown === null && (
        <StoredWritesSection slug={slug} issueId={issue.id} account={offers.data?.account ?? undefined} />
      )}
    </>
  );
}
