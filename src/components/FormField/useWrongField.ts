import { useEffect, useRef, type RefObject } from "react";

/** The first field that is wrong; where none is, the button, which lost the focus while it was busy. */
function goOn(form: HTMLFormElement | null): void {
  const wrong = form?.querySelector<HTMLElement>("[aria-invalid=true]");
  if (wrong) wrong.focus();
  else if (document.activeElement === document.body) form?.querySelector<HTMLElement>("[type=submit]")?.focus();
}

/**
 * For the form itself, which says what is wrong only when it is sent: the keyboard goes to the first field that needs it, after a try to
 * send and after a refusal.
 * @param isBusy while it is on its way; a refusal is there when that is over
 */
export function useWrongField(isBusy = false): RefObject<HTMLFormElement | null> {
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => {
    const element = form.current;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const handleSubmit = (): void => {
      // What is wrong is drawn after the form's own listener has looked.
      timer = setTimeout(() => {
        if (element?.querySelector("[aria-invalid=true]")) goOn(element);
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
    if (wasBusy.current && !isBusy) goOn(form.current);
    wasBusy.current = isBusy;
  }, [isBusy]);
  return form;
}
