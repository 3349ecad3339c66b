import { FormGroup } from "@blueprintjs/core";
import { useId, type ReactNode } from "react";

/** What the control inside must carry, so that its label, help and errors are read out with it. */
export interface FieldControl {
  id: string;
  "aria-describedby": string | undefined;
  "aria-invalid": true | undefined;
}

export interface FormFieldProps {
  label: string;
  help?: ReactNode;
  /** Sentences for this field; an empty list is no error. */
  errors?: readonly string[] | undefined;
  className?: string | undefined;
  children: (control: FieldControl) => ReactNode;
}

/** A labelled control with its help and its errors. Blueprint's FormGroup shows them but does not tie them to the control. */
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
          <span id={`${id}errors`} role="alert" style={{ display: "block", whiteSpace: "pre-line" }}>
            {errors.join("\n")}
          </span>
          {help !== undefined && (
            <div id={`${id}help`} style={{ color: "var(--clew-muted)" }}>
              {help}
            </div>
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
