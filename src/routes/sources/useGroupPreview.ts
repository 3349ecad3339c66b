import { useCallback, useEffect, useRef, useState } from "react";
import { groupAddress, type GroupCheck, type GroupDraft } from "../../domain/groupDraft.ts";
import { useMutation } from "../../queries/useMutation.ts";
import type { GroupAddress } from "../../services/groups.ts";
import { useServices } from "../appContext.tsx";
import { useErrorMessage } from "../useErrorMessage.ts";
import { sourceErrors, type FormattedError } from "./sourceErrors.ts";

export interface GroupPreviewing {
  readonly check: GroupCheck;
  /** Lists a group at its host; the newest request wins. */
  readonly preview: (draft: GroupDraft) => void;
  /** Adds a group, and shows why that failed. */
  readonly add: (work: () => Promise<FormattedError | null>) => void;
  /** Drops the list after a change of the address or the access; the filter is applied to the same list. */
  readonly changed: (before: GroupDraft, after: GroupDraft) => void;
}

/** The list of a group at its host, for the preview of a filter. */
export function useGroupPreview(): GroupPreviewing {
  const services = useServices();
  const formatError = useErrorMessage();
  const [check, setCheck] = useState<GroupCheck>({ status: "idle" });
  const running = useRef<AbortController>(null);
  const { mutate } = useMutation((body: GroupAddress, signal: AbortSignal) => services.groups.preview(body, signal));
  useEffect(() => () => running.current?.abort(), []);
  const preview = useCallback(
    (draft: GroupDraft) => {
      running.current?.abort();
      const controller = new AbortController();
      running.current = controller;
      setCheck({ status: "checking" });
      void mutate(groupAddress(draft), controller.signal).then((result) => {
        if (controller.signal.aborted) return;
        setCheck(
          result.success
            ? { status: "found", preview: result.data }
            : { status: "refused", errors: sourceErrors(formatError(result.error)) },
        );
      });
    },
    [mutate, formatError],
  );
  const add = useCallback((work: () => Promise<FormattedError | null>) => {
    running.current?.abort();
    setCheck({ status: "adding" });
    void work().then((failure) =>
      setCheck(failure ? { status: "refused", errors: sourceErrors(failure) } : { status: "idle" }),
    );
  }, []);
  const changed = useCallback((before: GroupDraft, after: GroupDraft) => {
    if (JSON.stringify(groupAddress(before)) === JSON.stringify(groupAddress(after))) return;
    running.current?.abort();
    setCheck({ status: "idle" });
  }, []);
  return { check, preview, add, changed };
}
