import { useState } from "react";
import type { ConfirmDialogProps } from "../../components/patterns/ConfirmDialog.tsx";
import { type MutationOptions, useMutation } from "../../queries/useMutation.ts";
import type { Result } from "../../services/result.ts";
import { useErrorMessage } from "../useErrorMessage.ts";

export interface Confirmation<Subject> {
  /** Opens the dialog. */
  readonly ask: (subject: Subject) => void;
  /** What the dialog is about. It is kept while the dialog closes, so that the text does not lose its name; null before the first one. */
  readonly subject: Subject | null;
  /** Properties of the `ConfirmDialog`. */
  readonly dialog: Pick<ConfirmDialogProps, "isOpen" | "isBusy" | "failure" | "onConfirm" | "onCancel">;
  /** The subjects of the running requests. */
  readonly pending: readonly Subject[];
}

/** A request that is sent after a confirmation. The dialog closes on success, before `onSuccess` runs, and shows a failure. */
export function useConfirmation<Subject, T>(
  mutationFn: (subject: Subject) => Promise<Result<T>>,
  { onSuccess, ...options }: MutationOptions<[subject: Subject], T> = {},
): Confirmation<Subject> {
  const formatError = useErrorMessage();
  // An object, because null is a subject too.
  const [proposed, setProposed] = useState<{ readonly subject: Subject } | null>(null);
  const [isOpen, setOpen] = useState(false);
  const { mutate, isPending, pending, error, reset } = useMutation(mutationFn, {
    ...options,
    onSuccess: (data, subject) => {
      setOpen(false);
      return onSuccess?.(data, subject);
    },
  });
  return {
    ask: (subject) => {
      setProposed({ subject });
      setOpen(true);
    },
    subject: proposed?.subject ?? null,
    dialog: {
      isOpen,
      isBusy: isPending,
      failure: error ? formatError(error).text : undefined,
      onConfirm: () => {
        if (proposed) void mutate(proposed.subject);
      },
      onCancel: () => {
        reset();
        setOpen(false);
      },
    },
    pending: pending.map(([subject]) => subject),
  };
}
