import { Suspense } from "react";
import { PanelCard } from "../../components/patterns/PanelCard.tsx";
import { Skeleton } from "../../components/ui/Skeleton.tsx";
import { AsyncContent, hasContent, type AsyncContentProps } from "../AsyncContent.tsx";
import { SectionErrorBoundary } from "../failures/SectionErrorBoundary.tsx";

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
  const { data, isLoading, refetch } = query;
  const skeleton = <Skeleton shape="rows" {...rows} />;
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
    </SectionErrorBoundary>
  );
}
