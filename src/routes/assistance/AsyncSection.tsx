import { type ReactNode, Suspense, use, useState } from "react";
import { copyErrorReport } from "../copyErrorReport.ts";
import { PanelCard } from "../../components/patterns/PanelCard.tsx";
import { ErrorState } from "../../components/patterns/ErrorState.tsx";
import { ErrorBoundary } from "../../components/patterns/ErrorBoundary.tsx";
import { Skeleton } from "../../components/ui/Skeleton.tsx";
import { useTranslation } from "../../i18n/useTranslation.ts";
import type { Result } from "../../services/result.ts";
import { useErrorMessage } from "../useErrorMessage.ts";
import { Text } from "../../components/ui/Text.tsx";

export interface AsyncSectionProps<T> {
  title: string;
  /** Shown under the title while it loads. */
  loading: string;
  /** The text for a failure. */
  failed: string;
  /** Shown under the error. */
  note?: string;
  /** The skeleton's rows. */
  rows?: { readonly count: number; readonly height: string };
  /** The loader's promise of the data. */
  answer: Promise<Result<T>>;
  /** Repeats the request, for Retry. */
  ask: () => Promise<Result<T>>;
  /** Renders the panel. */
  children: (data: T) => ReactNode;
}

const ROWS = { count: 3, height: "2.5rem" };

/** An independent panel: it loads, fails, breaks and is retried without the rest of the page. */
export function AsyncSection<T>({
  title,
  loading,
  failed,
  note,
  rows = ROWS,
  answer,
  ask,
  children,
}: AsyncSectionProps<T>) {
  const { t } = useTranslation("errors");
  const [again, setAgain] = useState<{ of: Promise<Result<T>>; answer: Promise<Result<T>> } | null>(null);
  const current = again?.of === answer ? again.answer : answer;
  const retry = () => setAgain({ of: answer, answer: ask() });
  return (
    <ErrorBoundary
      resetKey={current}
      fallback={(error) => (
        <PanelCard title={title}>
          <ErrorState
            title={failed}
            failure={{ text: t("partBrokeText"), onCopy: copyErrorReport }}
            report={error.stack ?? error.message}
            onRetry={retry}
          />
          {note !== undefined && (
            <Text as="p" tone="muted">
              {note}
            </Text>
          )}
        </PanelCard>
      )}
    >
      <Suspense
        fallback={
          <PanelCard title={title} lead={loading}>
            <Skeleton shape="rows" {...rows} />
          </PanelCard>
        }
      >
        <AsyncSectionResult title={title} failed={failed} note={note} answer={current} onRetry={retry}>
          {children}
        </AsyncSectionResult>
      </Suspense>
    </ErrorBoundary>
  );
}

function AsyncSectionResult<T>({
  title,
  failed,
  note,
  answer,
  onRetry,
  children,
}: Pick<AsyncSectionProps<T>, "title" | "failed" | "answer" | "children"> & {
  note: string | undefined;
  onRetry: () => void;
}) {
  const formatError = useErrorMessage();
  const result = use(answer);
  if (!result.success) {
    return (
      <PanelCard title={title}>
        <ErrorState title={failed} failure={formatError(result.error)} onRetry={onRetry} />
        {note !== undefined && (
          <Text as="p" tone="muted">
            {note}
          </Text>
        )}
      </PanelCard>
    );
  }
  return children(result.data);
}
