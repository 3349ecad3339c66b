import { useState } from "react";
import { TEXT_LIMITS } from "../../../contract/constants.ts";
import { useTranslation } from "../../i18n/useTranslation.ts";
import { Form } from "../patterns/Form.tsx";
import { FormField } from "../patterns/FormField.tsx";
import { Button } from "../ui/Button.tsx";
import { InputGroup } from "../ui/InputGroup.ts";
import { Inline } from "../ui/Inline.tsx";
import styles from "./ProjectNameForm.module.css";

export interface ProjectNameFormProps {
  name: string;
  /** Path of the project; renaming does not change it. */
  address: string;
  isBusy?: boolean;
  errors?: readonly string[];
  /** Why the reader may not rename it; undefined: allowed. */
  refusal?: string | undefined;
  onRename: (name: string) => void;
}

/** Renames a project. */
export function ProjectNameForm({
  name,
  address,
  isBusy = false,
  errors = [],
  refusal,
  onRename,
}: ProjectNameFormProps) {
  const { t } = useTranslation("project");
  const required = useTranslation("errors").t("required");
  const [typed, setTyped] = useState(name);
  const [saved, setSaved] = useState(name);
  if (saved !== name) {
    setSaved(name);
    setTyped(name);
  }
  const trimmed = typed.trim();
  return (
    <Form
      label={t("settings.rename")}
      isLive
      faults={{ name: trimmed === "" ? required : null }}
      failure={{ text: "", fields: { name: errors } }}
      isBusy={isBusy}
      onSubmit={() => {
        if (trimmed !== name && refusal === undefined) onRename(trimmed);
      }}
    >
      {({ errorsOf }) => (
        <FormField
          label={t("settings.name")}
          errors={errorsOf("name")}
          help={refusal ?? t("settings.address", { address })}
        >
          {(control) => (
            <Inline align="stretch">
              <InputGroup
                {...control}
                className={styles.grow}
                disabled={refusal !== undefined}
                maxLength={TEXT_LIMITS.name}
                value={typed}
                onValueChange={setTyped}
              />
              <Button type="submit" text={t("settings.rename")} loading={isBusy} disabled={refusal !== undefined} />
            </Inline>
          )}
        </FormField>
      )}
    </Form>
  );
}
