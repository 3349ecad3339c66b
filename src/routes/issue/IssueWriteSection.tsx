import { Suspense } from "react";
import { lazyComponent } from "../../hooks/lazyComponent.ts";
import type { Issue } from "../../../contract/issues/issues.ts";
import { FailedLine } from "../../components/patterns/FailedLine.tsx";
import { FoldPanel } from "../../components/patterns/FoldPanel.tsx";
import { Skeleton } from "../../components/ui/Skeleton.tsx";
import { newKey } from "../../domain/newKey.ts";
import { useLateFocus } from "../../hooks/useLateFocus.ts";
import { useTranslation } from "../../i18n/useTranslation.ts";
import { queryKeys } from "../../queries/queryKeys.ts";
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
import { useErrorMessage } from "../useErrorMessage.ts";
import { useIssueWrite } from "./useIssueWrite.ts";
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

/** The member's actions at the tracker. A change is shown at once, and taken back where the tracker refuses it. */
export function IssueWriteSection({ slug, id, issue, onShown }: IssueWriteSectionProps) {
  const { issues } = useServices();
  const { notifications } = useStore();
  const { t } = useTranslation("issueWrites");
  const formatError = useErrorMessage();
  const offers = useQuery(queryKeys.issueActions(slug, id), (signal) => issues.actions(slug, id, signal));
  const isReported = useGroupedFailure(offers.data === null ? offers.error : null, offers.isLoading, offers.refetch);
  const writing = useIssueWrite({ slug, id, issue, offers: offers.data, onShown });
  const { pending, notice, unknown, write } = writing;
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
                draft={writing.draft}
                commentRef={comment.ref}
                duplicateRef={duplicate.ref}
                unknown={unknown?.change ?? null}
                onDraftChange={writing.setDraft}
                onChange={writing.submit}
                onLookAgain={unknown ? writing.lookAgain : undefined}
                onLeave={writing.leave}
                onConnect={found.connect ? () => writing.connect(found.connect ?? "github") : undefined}
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
