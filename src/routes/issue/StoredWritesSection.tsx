import { useEffect, useRef } from "react";
import { useRevalidator } from "react-router-dom";
import { StoredWriteList } from "../../components/issues/StoredWriteList.tsx";
import { WriteProgress } from "../../components/issues/WriteProgress.tsx";
import { queryKeys } from "../../queries/queryKeys.ts";
import { useMutation } from "../../queries/useMutation.ts";
import { useStore } from "../../stores/StoreProvider.tsx";
import { useServices } from "../appContext.tsx";
import { hrefTo } from "../paths.ts";
import { useErrorMessage } from "../useErrorMessage.ts";
import { isUnderWay, useStoredWrites } from "./useStoredWrites.ts";

export interface StoredWritesSectionProps {
  slug: string;
  /** Only those of one issue, by its id. */
  issueId?: string;
  /** The account that a change is repeated with; the former one if omitted. */
  account?: string | undefined;
}

/** The member's changes that the tracker does not have: how far those of several issues are, and what was refused or lost. */
export function StoredWritesSection({ slug, issueId, account }: StoredWritesSectionProps) {
  const { issues } = useServices();
  const { notifications } = useStore();
  const { revalidate } = useRevalidator();
  const formatError = useErrorMessage();
  const { data } = useStoredWrites(slug, issueId);
  const invalidates = [queryKeys.storedWrites(slug)];
  const onError = (error: Parameters<typeof formatError>[0]) => notifications.show(formatError(error).text, "error");
  const undo = useMutation((batch: string) => issues.undoWrites(slug, batch), { invalidates, onError });
  const retry = useMutation((id: string, as: string) => issues.retryWrite(slug, id, as), {
    invalidates,
    onError,
    onSuccess: ({ state, text }) => {
      if (state !== "done" && text !== null) notifications.show(text, "error");
      void revalidate();
    },
  });
  const discard = useMutation((id: string) => issues.discardWrite(slug, id), { invalidates, onError });
  // The rows of the list show what was changed, once per batch and not for each of its issues.
  const isActive = data?.writes.some(isUnderWay) ?? false;
  const wasActive = useRef(false);
  useEffect(() => {
    if (wasActive.current && !isActive) void revalidate();
    wasActive.current = isActive;
  }, [isActive, revalidate]);
  if (!data) return null;
  const stopped = data.writes.filter((write) => !isUnderWay(write));
  return (
    <>
      {issueId === undefined &&
        data.batches.map((batch) => (
          <WriteProgress
            key={batch.id}
            batch={batch}
            isUndoing={undo.pending.some(([id]) => id === batch.id)}
            onUndo={() => void undo.mutate(batch.id)}
          />
        ))}
      <StoredWriteList
        writes={stopped}
        pending={[...retry.pending.map(([id]) => id), ...discard.pending.map(([id]) => id)]}
        {...(issueId === undefined && { hrefOf: (id: string) => hrefTo.issue(slug, id) })}
        onRetry={(write) => void retry.mutate(write.id, account ?? write.account)}
        onDiscard={({ id }) => void discard.mutate(id)}
      />
    </>
  );
}
