import { useId, type ReactNode } from "react";
import { FormGroup } from "../ui/FormGroup.ts";
import { Text } from "../ui/Text.tsx";
import styles from "./FormField.module.css";

/** Attributes of the control inside, so that screen readers announce its label, help and errors. */
export interface FieldControl {
  id: string;
  "aria-describedby": string | undefined;
  "aria-invalid": true | undefined;
}

export interface FormFieldProps {
  label: string;
  help?: ReactNode;
  /** Messages for this field; empty without an error. */
  errors?: readonly string[] | undefined;
  className?: string | undefined;
  children: (control: FieldControl) => ReactNode;
}

/** A labelled control with its help and its errors. Blueprint's FormGroup shows them but does not associate them with the control. */
export function FormField({ label, help, errors = [], className, children }: FormFieldProps) {
  const id = useId();
  const describedBy = [errors.length > 0 && `${id}errors`, help !== undefined && `${id}help`].filter(Boolean).join(" ");
  return (
    <FormGroup
      className={className}
      label={label}
      labelFor={id}
      intent={errors.length > 0 ? "danger" : "none"}
      helperText={
        <>
          <span id={`${id}errors`} role="alert" className={styles.errors}>
            {errors.join("\n")}
          </span>
          {help !== undefined && (
            <Text as="div" id={`${id}help`} tone="muted">
              {help}
            </Text>
          )}
        </>
      }
    >
      {children({
        id,
        "aria-describedby": describedBy || undefined,
        "aria-invalid": errors.length > 0 ? true : undefined,
      })}
    </FormGroup>
  );
}
