import { useState } from "react";
import { TEXT_LIMITS } from "../../../contract/constants.ts";
import type { ProjectPerson } from "../../../contract/people/persons.ts";
import { useTranslation } from "../../i18n/useTranslation.ts";
import { Form } from "../patterns/Form.tsx";
import { FormField } from "../patterns/FormField.tsx";
import { useRequired } from "../patterns/useRequired.ts";
import { Button } from "../ui/Button.tsx";
import { Inline } from "../ui/Inline.tsx";
import { InputGroup } from "../ui/InputGroup.ts";
import { Text } from "../ui/Text.tsx";
import { Card } from "../ui/Card.tsx";
import styles from "./PersonMergeForm.module.css";

export interface PersonMergeFormProps {
  /** Two or more can be merged. */
  chosen: readonly ProjectPerson[];
  isBusy: boolean;
  /** @param name of the merged person, trimmed */
  onMerge: (name: string) => void;
  onCancel: () => void;
}

/** Merges the chosen people into one, under the longest of their names unless another is typed. */
export function PersonMergeForm({ chosen, isBusy, onMerge, onCancel }: PersonMergeFormProps) {
  const { t } = useTranslation("project");
  const required = useRequired();
  const states = useTranslation("states");
  const longest = chosen.map(({ name }) => name).reduce((a, b) => (b.length > a.length ? b : a), "");
  const [name, setName] = useState(longest);
  const handleSubmit = () => {
    if (chosen.length >= 2) onMerge(name.trim());
  };
  return (
    <Card tone="raised" padding={3} className={styles.card}>
      <Form
        className={styles.form}
        label={t("persons.merge")}
        faults={{ name: required(name) }}
        isBusy={isBusy}
        onSubmit={handleSubmit}
      >
        {({ errorsOf }) => (
          <>
            <Text as="p" tone="muted" className={styles.about}>
              {t("persons.chosen", { names: chosen.map((person) => person.name).join(", ") })}
            </Text>
            <FormField label={t("persons.name")} errors={errorsOf("name")}>
              {(control) => (
                <InputGroup
                  {...control}
                  value={name}
                  maxLength={TEXT_LIMITS.name}
                  readOnly={isBusy}
                  onValueChange={setName}
                />
              )}
            </FormField>
            <Inline align="stretch">
              <Button
                type="submit"
                intent="primary"
                text={t("persons.merge")}
                loading={isBusy}
                disabled={chosen.length < 2}
              />
              <Button variant="minimal" text={states.t("cancel")} disabled={isBusy} onClick={onCancel} />
            </Inline>
          </>
        )}
      </Form>
    </Card>
  );
}
