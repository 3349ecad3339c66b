import { NO_FIELD, withoutNoField } from "../../domain/errorLines.ts";
import { Callout } from "../ui/Callout.tsx";
import { ErrorIcon } from "../ui/icons.ts";
import styles from "./FormError.module.css";

export interface FormErrorInfo {
  readonly text: string;
  /** The lines of the text by field, each as "field: message". */
  readonly fields?: Readonly<Record<string, readonly string[]>>;
}

export interface FormErrorProps {
  title: string;
  failure: FormErrorInfo | null;
  /** Fields that show their own errors. */
  shownFields?: readonly string[];
}

/** The error summary above a form: every message that no field shows. */
export function FormError({ title, failure, shownFields = [] }: FormErrorProps) {
  if (!failure) return null;
  const fields = Object.entries(failure.fields ?? {});
  const rest = fields
    .filter(([name]) => !shownFields.includes(name))
    .flatMap(([name, lines]) => (name === NO_FIELD ? lines.map(withoutNoField) : lines));
  if (fields.length > 0 && rest.length === 0) return null;
  return (
    <Callout intent="danger" icon={<ErrorIcon />} role="alert">
      <strong>{title}</strong>
      <div className={styles.text}>{rest.length > 0 ? rest.join("\n") : failure.text}</div>
    </Callout>
  );
}
