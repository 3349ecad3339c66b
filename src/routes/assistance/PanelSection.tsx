import { type ReactNode, Suspense, use, useState } from "react";
import { AssistancePanel } from "../../components/AssistancePanel/AssistancePanel.tsx";
import { FailedState } from "../../components/FailedState/FailedState.tsx";
import { PanelBoundary } from "../../components/PanelBoundary/PanelBoundary.tsx";
import { Skeleton } from "../../components/Skeleton/Skeleton.tsx";
import type { Result } from "../../services/result.ts";
import { useFailureText } from "../useFailureText.ts";

export interface PanelSectionProps<T> {
  title: string;
  /** Stands under the title while it waits. */
  loading: string;
  /** Says that it could not be loaded. */
  failed: string;
  /** The loader's promise of it. */
  answer: Promise<Result<T>>;
  /** Asks anew, for Retry. */
  ask: () => Promise<Result<T>>;
  /** Draws the panel. */
  children: (data: T) => ReactNode;
}

/** A panel on its own: it waits, fails, breaks and is tried again without the rest of the page. */
export function PanelSection<T>({ title, loading, failed, answer, ask, children }: PanelSectionProps<T>) {
  const [again, setAgain] = useState<{ of: Promise<Result<T>>; answer: Promise<Result<T>> } | null>(null);
  const current = again?.of === answer ? again.answer : answer;
  const retry = () => setAgain({ of: answer, answer: ask() });
  return (
    <PanelBoundary
      resetKey={current}
      fallback={(error) => (
        <AssistancePanel title={title}>
          <FailedState title={failed} failure={{ text: error.message }} report={error.stack} onRetry={retry} />
        </AssistancePanel>
      )}
    >
      <Suspense
        fallback={
          <AssistancePanel title={title} lead={loading}>
            <Skeleton shape="rows" count={3} height="2.5rem" />
          </AssistancePanel>
        }
      >
        <PanelAnswer title={title} failed={failed} answer={current} onRetry={retry}>
          {children}
        </PanelAnswer>
      </Suspense>
    </PanelBoundary>
  );
}

function PanelAnswer<T>({
  title,
  failed,
  answer,
  onRetry,
  children,
}: Pick<PanelSectionProps<T>, "title" | "failed" | "answer" | "children"> & { onRetry: () => void }) {
  const wordFailure = useFailureText();
  const result = use(answer);
  if (!result.success) {
    return (
      <AssistancePanel title={title}>
        <FailedState title={failed} failure={wordFailure(result.error)} onRetry={onRetry} />
      </AssistancePanel>
    );
  }
  return children(result.data);
}
