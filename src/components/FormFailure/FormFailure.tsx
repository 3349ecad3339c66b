import { Callout, Intent } from "@blueprintjs/core";
import { ErrorIcon } from "@blueprintjs/icons";
import styles from "./FormFailure.module.css";

export interface SubmitFailure {
  readonly text: string;
  readonly fields?: Readonly<Record<string, readonly string[]>>;
}

export interface FormFailureProps {
  title: string;
  failure: SubmitFailure | null;
  /** Fields that say their errors themselves. */
  shownFields?: readonly string[];
}

/** The server's name for what belongs to no field. */
const NO_FIELD = "non_field_errors";

/** Why a form was not taken, above the form: everything that no field says itself. */
export function FormFailure({ title, failure, shownFields = [] }: FormFailureProps) {
  if (!failure) return null;
  const fields = Object.entries(failure.fields ?? {});
  // As the catalogue of errors words it ("field: message"), which the text has whole.
  const lines = failure.text.split("\n");
  const rest = fields
    .filter(([name]) => !shownFields.includes(name))
    .flatMap(([name, texts]) =>
      texts.map((text) => (name === NO_FIELD ? text : (lines.find((line) => line === `${name}: ${text}`) ?? text))),
    );
  if (fields.length > 0 && rest.length === 0) return null;
  return (
    <Callout intent={Intent.DANGER} icon={<ErrorIcon />} compact role="alert" className={styles.failure}>
      <strong>{title}</strong>
      <div className={styles.text}>{rest.length > 0 ? rest.join("\n") : failure.text}</div>
    </Callout>
  );
}
