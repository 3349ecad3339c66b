import { useState } from "react";
import { PasswordDialog } from "../../components/auth/PasswordDialog.tsx";
import { useMutation } from "../../queries/useMutation.ts";
import { useServices } from "../appContext.tsx";
import type { PasswordPrompt } from "./passwordPrompt.ts";
import { useErrorMessage } from "../useErrorMessage.ts";

export interface PasswordConfirmationDialogProps {
  question: PasswordPrompt;
  /** The element that had the focus before the request. */
  lastFocused: () => HTMLElement | null;
}

/** Sends the password; a wrong one is asked for again. Loaded when a request requires it. */
export function PasswordConfirmationDialog({ question, lastFocused }: PasswordConfirmationDialogProps) {
  const { users } = useServices();
  const formatError = useErrorMessage();
  const [opener] = useState(lastFocused);
  const send = useMutation((password: string) => users.confirmPassword(password), {
    onSuccess: () => question.answer(true),
  });
  return (
    <PasswordDialog
      isBusy={send.isPending}
      failure={send.error && formatError(send.error)}
      opener={opener}
      onConfirm={(password) => void send.mutate(password)}
      onCancel={() => {
        question.answer(false);
      }}
    />
  );
}
