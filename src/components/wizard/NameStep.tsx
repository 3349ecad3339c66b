import { useEffect, useRef } from "react";
import { TEXT_LIMITS } from "../../../contract/constants.ts";
import { useTranslation } from "../../i18n/useTranslation.ts";
import { FormField } from "../patterns/FormField.tsx";
import { Form } from "../patterns/Form.tsx";
import { InputGroup } from "../ui/InputGroup.ts";

export interface NameStepProps {
  name: string;
  errors?: readonly string[] | undefined;
  onChange: (name: string) => void;
  onSubmit: () => void;
}

/** The name of the project. A name that is too long is kept and reported, never truncated. */
export function NameStep({ name, errors = [], onChange, onSubmit }: NameStepProps) {
  const { t } = useTranslation("wizard");
  const input = useRef<HTMLInputElement>(null);
  // This field is the only one of the step, so it has the initial focus.
  useEffect(() => input.current?.focus(), []);
  const isTooLong = name.trim().length > TEXT_LIMITS.name;
  const all = isTooLong ? [t("name.tooLong", { count: TEXT_LIMITS.name }), ...errors] : errors;
  return (
    <Form onSubmit={onSubmit}>
      <FormField label={t("name.label")} errors={all}>
        {(control) => (
          <InputGroup
            {...control}
            name="name"
            size="large"
            inputRef={input}
            autoComplete="off"
            intent={all.length > 0 ? "danger" : "none"}
            value={name}
            onValueChange={onChange}
          />
        )}
      </FormField>
    </Form>
  );
}
