import { observer } from "mobx-react-lite";
import { createContext, type ReactNode, Suspense, use, useMemo } from "react";
import { ErrorState } from "../../components/patterns/ErrorState.tsx";
import { useStableCallback } from "../../hooks/useStableCallback.ts";
import { useTranslation } from "../../i18n/useTranslation.ts";
import type { LoadState } from "../AsyncContent.tsx";
import { useErrorMessage } from "../useErrorMessage.ts";
import type { IssueSectionProps } from "./issueLoader.ts";
import {
  useIssueAnalysis,
  useIssueCommits,
  useIssueConnections,
  useIssueDocuments,
  useIssueExperts,
  useIssueLocalization,
  useSimilarIssues,
} from "./useIssueQueries.ts";

/** Failed parts from which on one message reports all of them. */
const TOGETHER = 2;

export interface FailedTogether {
  /** One message reports the parts that failed: no part reports its own failure. */
  readonly isReported: boolean;
  /** Requests all failed parts again. */
  readonly onRetry: () => void;
}

const Failures = createContext<FailedTogether>({ isReported: false, onRetry: () => undefined });

/** Whether the parts of the issue failed together. */
export const useFailedTogether = (): FailedTogether => use(Failures);

interface NamedPart {
  readonly name: string;
  readonly query: LoadState<unknown>;
}

/** The parts of the page of an issue. Where several of them failed, one message above them reports it, with one Retry for all. */
export const IssueFailures = observer(function IssueFailures(props: IssueSectionProps & { children: ReactNode }) {
  const { slug, id, data, children } = props;
  const { t } = useTranslation("issuePage");
  const { t: tExperts } = useTranslation("experts");
  const { t: tGraph } = useTranslation("graph");
  const parts: readonly NamedPart[] = [
    { name: t("analysis.title"), query: useIssueAnalysis(slug, id) },
    { name: t("localization.title"), query: useIssueLocalization(slug, id) },
    { name: tExperts("panel.title"), query: useIssueExperts(slug, id) },
    { name: t("similar.title"), query: useSimilarIssues(slug, id) },
    { name: t("related.title"), query: useIssueDocuments(slug, id) },
    { name: t("commits.title"), query: useIssueCommits(slug, id) },
    { name: tGraph("title"), query: useIssueConnections(slug, id) },
  ];
  const failed = parts.filter(({ query }) => query.data === null && query.error !== null);
  const isReported = failed.length >= TOGETHER;
  const onRetry = useStableCallback(() => failed.forEach(({ query }) => query.refetch()));
  // Each answer renders this again, and its readers only when it changes.
  const value = useMemo(() => ({ isReported, onRetry }), [isReported, onRetry]);
  return (
    <Failures value={value}>
      {isReported && (
        <Suspense fallback={null}>
          <FailedParts issue={data.issue} failed={failed} onRetry={onRetry} />
        </Suspense>
      )}
      {children}
    </Failures>
  );
});

interface FailedPartsProps extends Pick<FailedTogether, "onRetry"> {
  issue: IssueSectionProps["data"]["issue"];
  failed: readonly NamedPart[];
}

/** Nothing where the issue failed too: its own message repeats all requests. */
function FailedParts({ issue, failed, onRetry }: FailedPartsProps) {
  const { t, format } = useTranslation("issuePage");
  const formatError = useErrorMessage();
  const error = failed[0]?.query.error;
  if (!use(issue).success || !error) return null;
  return (
    <ErrorState
      title={t("partsFailed")}
      failure={formatError(error)}
      isRetrying={failed.some(({ query }) => query.isLoading)}
      onRetry={onRetry}
      note={t("partsFailedNames", { names: format.list(failed.map(({ name }) => name)) })}
    />
  );
}
