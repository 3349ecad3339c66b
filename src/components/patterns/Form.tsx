import { useEffect, useRef, useState, type ReactNode, type SubmitEvent } from "react";
import { FormError, type FormErrorInfo } from "./FormError.tsx";
import styles from "./Form.module.css";

/** What a form gives to its fields. */
export interface FormState<Field extends string = never> {
  /** The messages for a field: its own fault after the first attempt, otherwise the server's. */
  errorsOf: (field: Field) => readonly string[] | undefined;
  /** As a submit does: shows the faults and focuses the first one. True if there are none. */
  validate: () => boolean;
}

export interface FormProps<Field extends string = never> {
  /** Name of the form. Without one it is no landmark. */
  label?: string | undefined;
  /** For a submit button outside of the form. */
  id?: string | undefined;
  /** The faults found here, by field: null or an empty list for none. The fields that show their own errors are the keys. */
  faults?: Readonly<Record<Field, string | readonly string[] | null>>;
  /** Faults are shown while the user types, not only after the first attempt. */
  isLive?: boolean;
  /** What the form is about: when this changes, no attempt was made yet. */
  subject?: string | number;
  /** The rejection of the last request. */
  failure?: FormErrorInfo | null;
  /** Title of the summary of a rejection; without one the form has no summary. */
  failureTitle?: string;
  isBusy?: boolean;
  /** Layout of the form; by default a column with gaps, null for none. */
  className?: string | null | undefined;
  /** Called without faults only, and never while the form is busy. */
  onSubmit: () => void;
  children: ReactNode | ((form: FormState<Field>) => ReactNode);
}

const listOf = (fault: string | readonly string[] | null): readonly string[] =>
  fault === null ? [] : typeof fault === "string" ? [fault] : fault;

const firstInvalid = (form: HTMLFormElement | null): HTMLElement | null | undefined =>
  form?.querySelector<HTMLElement>("[aria-invalid=true]");

/** Also outside of the form: that of a dialog is in its footer. */
const submitButton = (form: HTMLFormElement | null): HTMLElement | undefined =>
  [...(form?.elements ?? [])].find(
    (element): element is HTMLElement => element instanceof HTMLElement && element.matches("[type=submit]"),
  );

/**
 * The frame of every form: it validates on submit, shows what the server rejected, and after a failed attempt or a rejection focuses the
 * first invalid field.
 */
export function Form<Field extends string = never>({
  label,
  id,
  faults,
  isLive = false,
  subject,
  failure = null,
  failureTitle,
  isBusy = false,
  className = styles.form,
  onSubmit,
  children,
}: FormProps<Field>) {
  const form = useRef<HTMLFormElement>(null);
  const [attempts, setAttempts] = useState(0);
  const [attempted, setAttempted] = useState(subject);
  if (attempted !== subject) {
    setAttempted(subject);
    setAttempts(0);
  }
  const isChecked = isLive || attempts > 0;
  const byField = (faults ?? {}) as Readonly<Record<Field, string | readonly string[] | null>>;
  const fields = Object.keys(byField) as Field[];

  // Errors are in the document once the attempt is rendered.
  useEffect(() => {
    if (attempts > 0) firstInvalid(form.current)?.focus();
  }, [attempts]);
  const wasBusy = useRef(isBusy);
  useEffect(() => {
    if (wasBusy.current && !isBusy) {
      const invalid = firstInvalid(form.current);
      if (invalid) invalid.focus();
      // A field that is disabled while the form is busy loses the focus.
      else if (document.activeElement === document.body) submitButton(form.current)?.focus();
    }
    wasBusy.current = isBusy;
  }, [isBusy]);

  const validate = (): boolean => {
    setAttempts((count) => count + 1);
    return fields.every((field) => listOf(byField[field]).length === 0);
  };
  const errorsOf = (field: Field): readonly string[] | undefined => {
    const own = isChecked ? listOf(byField[field]) : [];
    return own.length > 0 ? own : failure?.fields?.[field];
  };
  const handleSubmit = (event: SubmitEvent): void => {
    event.preventDefault();
    // The page behind a dialog may be a form as well, and React propagates the event to it.
    event.stopPropagation();
    if (validate() && !isBusy) onSubmit();
  };
  return (
    <form ref={form} id={id} className={className ?? undefined} aria-label={label} noValidate onSubmit={handleSubmit}>
      {failureTitle !== undefined && <FormError title={failureTitle} failure={failure} shownFields={fields} />}
      {typeof children === "function" ? children({ errorsOf, validate }) : children}
    </form>
  );
}
