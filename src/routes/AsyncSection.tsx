import { Suspense } from "react";
import { ErrorBoundary } from "../components/patterns/ErrorBoundary.tsx";
import { ErrorState } from "../components/patterns/ErrorState.tsx";
import { PanelCard } from "../components/patterns/PanelCard.tsx";
import { Skeleton } from "../components/ui/Skeleton.tsx";
import { useTranslation } from "../i18n/useTranslation.ts";
import { copyErrorReport } from "./copyErrorReport.ts";
import { AsyncContent, hasContent, type AsyncContentProps } from "./AsyncContent.tsx";

export interface AsyncSectionProps<T> extends Pick<AsyncContentProps<T>, "query" | "failed" | "note" | "children"> {
  title: string;
  /** Shown under the title before the first data. */
  loading: string;
  /** The skeleton's rows. */
  rows?: { readonly count: number; readonly height: string };
}

const ROWS = { count: 3, height: "2.5rem" };

/** An independent panel over a query: it loads, fails, breaks and is retried without the rest of the page. */
export function AsyncSection<T>({ title, loading, rows = ROWS, query, failed, note, children }: AsyncSectionProps<T>) {
  const { t } = useTranslation("errors");
  const { data, isLoading, refetch } = query;
  const breaks = (error: Error) => (
    <PanelCard title={title}>
      <ErrorState
        title={failed}
        failure={{ text: t("partBrokeText"), onCopy: copyErrorReport }}
        report={error.stack ?? error.message}
        isRetrying={isLoading}
        onRetry={refetch}
        note={note}
      />
    </PanelCard>
  );
  const skeleton = <Skeleton shape="rows" {...rows} />;
  // A repeated request may return equal data, so the start of a request is a new key too.
  return (
    <ErrorBoundary resetKey={isLoading ? null : data} fallback={breaks}>
      <Suspense
        fallback={
          <PanelCard title={title} lead={loading}>
            {skeleton}
          </PanelCard>
        }
      >
        {hasContent(query) ? (
          <AsyncContent query={query} failed={failed}>
            {children}
          </AsyncContent>
        ) : (
          <PanelCard title={title} {...(!query.error && { lead: loading })}>
            <AsyncContent query={query} failed={failed} note={note} loading={skeleton}>
              {children}
            </AsyncContent>
          </PanelCard>
        )}
      </Suspense>
    </ErrorBoundary>
  );
}
