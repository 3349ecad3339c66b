import { Callout } from "../ui/Callout.ts";
import { ErrorIcon } from "../ui/icons.ts";
import { Intent } from "../ui/intent.ts";
import styles from "./FormError.module.css";

export interface FormErrorInfo {
  readonly text: string;
  /** The messages by field. */
  readonly fields?: Readonly<Record<string, readonly string[]>>;
}

export interface FormErrorProps {
  title: string;
  failure: FormErrorInfo | null;
  /** Fields that show their own errors. */
  shownFields?: readonly string[];
}

/** The server's key for messages without a field. */
const NO_FIELD = "non_field_errors";

/** The error summary above a form: every message that no field shows. */
export function FormError({ title, failure, shownFields = [] }: FormErrorProps) {
  if (!failure) return null;
  const fields = Object.entries(failure.fields ?? {});
  const lines = failure.text.split("\n");
  const rest = fields
    .filter(([name]) => !shownFields.includes(name))
    .flatMap(([name, messages]) =>
      // A message that is no list has no name in the text either.
      messages.map((text) => (name === NO_FIELD || lines.includes(text) ? text : `${name}: ${text}`)),
    );
  if (fields.length > 0 && rest.length === 0) return null;
  return (
    <Callout intent={Intent.DANGER} icon={<ErrorIcon />} compact role="alert" className={styles.failure}>
      <strong>{title}</strong>
      <div className={styles.text}>{rest.length > 0 ? rest.join("\n") : failure.text}</div>
    </Callout>
  );
}
