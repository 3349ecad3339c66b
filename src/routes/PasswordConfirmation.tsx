import { observer } from "mobx-react-lite";
import { lazy, Suspense, useEffect, useRef, useState, type ComponentType, type RefObject } from "react";
import type { FormErrorInfo } from "../components/patterns/FormError.tsx";
import type { PasswordDialogProps } from "../components/auth/PasswordDialog.tsx";
import { useServices } from "./appContext.tsx";
import type { PasswordPrompt } from "./passwordPrompt.ts";
import { useErrorMessage } from "./useErrorMessage.ts";

/** Where the dialog fails to load (after a release) the call is rejected with a message, and the page stays. */
function NoDialog({ onCancel }: { onCancel: () => void }) {
  useEffect(onCancel, [onCancel]);
  return null;
}

const PasswordDialog = lazy(async (): Promise<{ default: ComponentType<PasswordDialogProps> }> => {
  try {
    return { default: (await import("../components/auth/PasswordDialog.tsx")).PasswordDialog };
  } catch {
    return { default: NoDialog };
  }
});

/** Mounted on every page; opens when a request requires the password again. */
export const PasswordConfirmation = observer(function PasswordAgain({ question }: { question: PasswordPrompt }) {
  // When the dialog opens, the button that led to it may be disabled and without the focus.
  const last = useRef<EventTarget>(null);
  useEffect(() => {
    const note = ({ target }: FocusEvent): void => {
      if (!question.isOpen) last.current = target;
    };
    document.addEventListener("focusin", note);
    return () => document.removeEventListener("focusin", note);
  }, [question]);
  return question.isOpen ? (
    <Suspense fallback={null}>
      <Asked question={question} last={last} />
    </Suspense>
  ) : null;
});

function Asked({ question, last }: { question: PasswordPrompt; last: RefObject<EventTarget | null> }) {
  const { users } = useServices();
  const formatError = useErrorMessage();
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState<FormErrorInfo | null>(null);
  const [opener] = useState(() => (last.current instanceof HTMLElement ? last.current : null));
  const send = async (password: string): Promise<void> => {
    setBusy(true);
    const { error } = await users.confirmPassword(password);
    setBusy(false);
    if (error) setFailure(formatError(error));
    else question.answer(true);
  };
  return (
    <PasswordDialog
      isBusy={isBusy}
      failure={failure}
      opener={opener}
      onConfirm={(password) => void send(password)}
      onCancel={() => {
        question.answer(false);
      }}
    />
  );
}
