import { type ReactNode, Suspense } from "react";
import { FailedLine } from "../../components/patterns/FailedLine.tsx";
import { FoldPanel } from "../../components/patterns/FoldPanel.tsx";
import { PanelCard } from "../../components/patterns/PanelCard.tsx";
import { Skeleton } from "../../components/ui/Skeleton.tsx";
import { useTranslation } from "../../i18n/useTranslation.ts";
import { AsyncContent, hasContent, type LoadState } from "../AsyncContent.tsx";
import { useGroupedFailure } from "../failures/FailureGroup.tsx";
import { Holding } from "../loading/InOrder.tsx";
import { SectionErrorBoundary } from "../failures/SectionErrorBoundary.tsx";
import { useErrorMessage } from "../useErrorMessage.ts";
import { useOpenPanel } from "./useOpenPanel.ts";

export interface IssuePanelProps<T> {
  /** What jump marks lead to. */
  id: string;
  title: string;
  /** The title where it depends on what was found. */
  titleOf?: (data: T) => string;
  /** Below the title before the first data. */
  loading: string;
  failed: string;
  /** What still works without it. */
  note?: string;
  query: LoadState<T>;
  /** What was found, in a line. */
  summary: (data: T) => string;
  /** Why nothing was found, in a line; null where something was. */
  empty?: (data: T) => string | null;
  /** For a panel without which the page has no answer. */
  isInitiallyOpen?: (data: T) => boolean;
  children: (data: T) => ReactNode;
}

const ROWS = { count: 3, height: "2.5rem" };

/** A panel with evidence on an issue: it is folded, and loads, fails and is retried without the rest of the page. */
export function IssuePanel<T>(props: IssuePanelProps<T>) {
  const { title, loading, failed, note, query } = props;
  const { data, error, isLoading, refetch } = query;
  const { t } = useTranslation("errors");
  const isMissing = data === null || !hasContent(query);
  const isReported = useGroupedFailure(isMissing ? error : null, isLoading, refetch);
  const formatError = useErrorMessage();
  const frame = (summary: ReactNode) => <FoldPanel title={title} summary={summary} />;
  if (data === null || isMissing) {
    if (!error) return frame(loading);
    if (isReported) return frame(t("notLoaded"));
    return frame(
      <FailedLine title={failed} failure={formatError(error)} note={note} isRetrying={isLoading} onRetry={refetch} />,
    );
  }
  // A repeated request may return equal data, so the start of a request is a new key too.
  return (
    <SectionErrorBoundary
      resetKey={isLoading ? null : data}
      title={failed}
      isRetrying={isLoading}
      onRetry={refetch}
      note={note}
      frame={(fallback) => <PanelCard title={title}>{fallback}</PanelCard>}
    >
      <LoadedPanel {...props} data={data} />
    </SectionErrorBoundary>
  );
}

function LoadedPanel<T>({
  id,
  title,
  titleOf,
  failed,
  query,
  data,
  summary,
  empty,
  isInitiallyOpen,
  children,
}: IssuePanelProps<T> & { data: T }) {
  const [isOpen, setIsOpen] = useOpenPanel(id, isInitiallyOpen?.(data) ?? false);
  const name = titleOf?.(data) ?? title;
  const nothing = empty?.(data) ?? null;
  if (nothing !== null && query.error === null) return <FoldPanel title={name} summary={nothing} />;
  return (
    <FoldPanel title={name} summary={summary(data)} isOpen={isOpen} onToggle={() => setIsOpen(!isOpen)}>
      <Suspense
        fallback={
          <Holding>
            <Skeleton shape="rows" {...ROWS} />
          </Holding>
        }
      >
        <AsyncContent query={query} failed={failed}>
          {children}
        </AsyncContent>
      </Suspense>
    </FoldPanel>
  );
}
