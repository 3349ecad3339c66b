import { type ReactNode, Suspense, use, useState } from "react";
import { AssistancePanel } from "../../components/AssistancePanel/AssistancePanel.tsx";
import { FailedState } from "../../components/FailedState/FailedState.tsx";
import { PanelBoundary } from "../../components/PanelBoundary/PanelBoundary.tsx";
import { Skeleton } from "../../components/Skeleton/Skeleton.tsx";
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
    <PanelBoundary
      resetKey={current}
      fallback={(error) => (
        <AssistancePanel title={title}>
          <FailedState
            title={failed}
            failure={{ text: t("partBrokeText") }}
            report={error.stack ?? error.message}
            onRetry={retry}
          />
          {note !== undefined && <p className={styles.note}>{note}</p>}
        </AssistancePanel>
      )}
    >
      <Suspense
        fallback={
          <AssistancePanel title={title} lead={loading}>
            <Skeleton shape="rows" {...rows} />
          </AssistancePanel>
        }
      >
        <PanelAnswer title={title} failed={failed} note={note} answer={current} onRetry={retry}>
          {children}
        </PanelAnswer>
      </Suspense>
    </PanelBoundary>
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
      <AssistancePanel title={title}>
        <FailedState title={failed} failure={wordFailure(result.error)} onRetry={onRetry} />
        {note !== undefined && <p className={styles.note}>{note}</p>}
      </AssistancePanel>
    );
  }
  return children(result.data);
}
