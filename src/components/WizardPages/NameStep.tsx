import { InputGroup } from "@blueprintjs/core";
import { useEffect, useRef } from "react";
import { TEXT_LIMITS } from "../../../contract/constants.ts";
import { useWords } from "../../i18n/useWords.ts";
import { FormField } from "../FormField/FormField.tsx";
import { useWrongField } from "../FormField/useWrongField.ts";

export interface NameStepProps {
  name: string;
  errors?: readonly string[] | undefined;
  onChange: (name: string) => void;
  onSubmit: () => void;
}

/** What the project is called. A name that is too long is kept and told, never cut. */
export function NameStep({ name, errors = [], onChange, onSubmit }: NameStepProps) {
  const { t } = useWords("wizard");
  const input = useRef<HTMLInputElement>(null);
  // The step is this one field, so its person starts in it.
  useEffect(() => input.current?.focus(), []);
  const isTooLong = name.trim().length > TEXT_LIMITS.name;
  const all = isTooLong ? [t("name.tooLong", { count: TEXT_LIMITS.name }), ...errors] : errors;
  const ref = useWrongField();
  return (
    <form
      ref={ref}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        onSubmit();
      }}
    >
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
    </form>
  );
}
