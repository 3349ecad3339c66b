import { observer } from "mobx-react-lite";
import { lazy, Suspense, useCallback, useEffect, useRef, type ComponentType } from "react";
import type { PasswordConfirmationDialogProps } from "./PasswordConfirmationDialog.tsx";
import type { PasswordPrompt } from "./passwordPrompt.ts";

/** Where the dialog fails to load (after a release) the call is rejected with a message, and the page stays. */
function NoDialog({ question }: PasswordConfirmationDialogProps) {
  useEffect(() => question.answer(false), [question]);
  return null;
}

const PasswordConfirmationDialog = lazy(
  async (): Promise<{ default: ComponentType<PasswordConfirmationDialogProps> }> => {
    try {
      return { default: (await import("./PasswordConfirmationDialog.tsx")).PasswordConfirmationDialog };
    } catch {
      return { default: NoDialog };
    }
  },
);

/** Mounted on every page; opens when a request requires the password again. */
export const PasswordConfirmation = observer(function PasswordConfirmation({ question }: { question: PasswordPrompt }) {
  // When the dialog opens, the button that led to it may be disabled and without the focus.
  const last = useRef<EventTarget>(null);
  useEffect(() => {
    const note = ({ target }: FocusEvent): void => {
      if (!question.isOpen) last.current = target;
    };
    document.addEventListener("focusin", note);
    return () => document.removeEventListener("focusin", note);
  }, [question]);
  const lastFocused = useCallback(() => (last.current instanceof HTMLElement ? last.current : null), []);
  return question.isOpen ? (
    <Suspense fallback={null}>
      <PasswordConfirmationDialog question={question} lastFocused={lastFocused} />
    </Suspense>
  ) : null;
});
