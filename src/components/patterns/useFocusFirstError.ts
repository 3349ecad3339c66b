import { useEffect, useRef, type RefObject } from "react";

/** Focuses the first invalid field; without one the button, which lost the focus while it was busy. */
function focusFirstErrorOrSubmit(form: HTMLFormElement | null): void {
  const wrong = form?.querySelector<HTMLElement>("[aria-invalid=true]");
  if (wrong) wrong.focus();
  else if (document.activeElement === document.body) form?.querySelector<HTMLElement>("[type=submit]")?.focus();
}

/**
 * For a form that validates on submit: focuses the first invalid field after a failed attempt and after a rejection.
 * @param isBusy while the request is in flight; a rejection is rendered when that ends
 */
export function useFocusFirstError(isBusy = false): RefObject<HTMLFormElement | null> {
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => {
    const element = form.current;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const handleSubmit = (): void => {
      // Errors are rendered after the form's own listener has run.
      timer = setTimeout(() => {
        if (element?.querySelector("[aria-invalid=true]")) focusFirstErrorOrSubmit(element);
      });
    };
    element?.addEventListener("submit", handleSubmit);
    return () => {
      clearTimeout(timer);
      element?.removeEventListener("submit", handleSubmit);
    };
  }, []);
  const wasBusy = useRef(isBusy);
  useEffect(() => {
    if (wasBusy.current && !isBusy) focusFirstErrorOrSubmit(form.current);
    wasBusy.current = isBusy;
  }, [isBusy]);
  return form;
}
