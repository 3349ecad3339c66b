import { type ReactNode, Suspense, use, useState } from "react";
import { PanelCard } from "../../components/patterns/PanelCard.tsx";
import { ErrorState } from "../../components/patterns/ErrorState.tsx";
import { ErrorBoundary } from "../../components/patterns/ErrorBoundary.tsx";
import { Skeleton } from "../../components/ui/Skeleton.tsx";
import { useWords } from "../../i18n/useWords.ts";
import type { Result } from "../../services/result.ts";
import { useFailureText } from "../useFailureText.ts";
import styles from "./AssistanceRoute.module.css";

export interface PanelSectionProps<T> {
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
export function PanelSection<T>({
  title,
  loading,
  failed,
  note,
  rows = ROWS,
  answer,
  ask,
  children,
}: PanelSectionProps<T>) {
  const { t } = useWords("errors");
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
            failure={{ text: t("partBrokeText") }}
            report={error.stack ?? error.message}
            onRetry={retry}
          />
          {note !== undefined && <p className={styles.note}>{note}</p>}
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
        <PanelAnswer title={title} failed={failed} note={note} answer={current} onRetry={retry}>
          {children}
        </PanelAnswer>
      </Suspense>
    </ErrorBoundary>
  );
}

function PanelAnswer<T>({
  title,
  failed,
  note,
  answer,
  onRetry,
  children,
}: Pick<PanelSectionProps<T>, "title" | "failed" | "answer" | "children"> & {
  note: string | undefined;
  onRetry: () => void;
}) {
  const wordFailure = useFailureText();
  const result = use(answer);
  if (!result.success) {
    return (
      <PanelCard title={title}>
        <ErrorState title={failed} failure={wordFailure(result.error)} onRetry={onRetry} />
        {note !== undefined && <p className={styles.note}>{note}</p>}
      </PanelCard>
    );
  }
  return children(result.data);
}
