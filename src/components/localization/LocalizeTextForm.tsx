import { type KeyboardEvent, useState } from "react";
import { useTranslation } from "../../i18n/useTranslation.ts";
import { Form } from "../patterns/Form.tsx";
import { FormField } from "../patterns/FormField.tsx";
import { Button } from "../ui/Button.tsx";
import { InputGroup } from "../ui/InputGroup.ts";
import { TextArea } from "../ui/TextArea.ts";
import { SearchIcon } from "../ui/icons.ts";
import { Text } from "../ui/Text.tsx";
import { Inline } from "../ui/Inline.tsx";
import styles from "./LocalizeTextForm.module.css";

/** A text that is in no tracker. */
export interface LocalizeTextValue {
  readonly title: string;
  readonly text: string;
}

export interface LocalizeTextFormProps {
  /** The last submitted report. */
  report: LocalizeTextValue;
  /** The host's limit of characters. */
  limit: number;
  isLoading: boolean;
  onSubmit: (report: LocalizeTextValue) => void;
}

/** A form for a report or a stack trace. Ctrl or Cmd with Enter submits it, too. */
export function LocalizeTextForm({ report, limit, isLoading, onSubmit }: LocalizeTextFormProps) {
  const { t } = useTranslation("issues");
  const [title, setTitle] = useState(report.title);
  const [text, setText] = useState(report.text);
  const isEmpty = title.trim() === "" && text.trim() === "";
  const isTooLong = text.length > limit;
  const required = isEmpty ? t("localizeText.required") : null;
  const handleKey = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) event.currentTarget.form?.requestSubmit();
  };
  return (
    <Form
      className={styles.form}
      faults={{ text: required }}
      onSubmit={() => {
        if (!isTooLong) onSubmit({ title: title.trim(), text });
      }}
    >
      {({ errorsOf }) => (
        <>
          <Text as="p" overflow="anywhere">
            {t("localizeText.lead")}
          </Text>
          <FormField label={t("localizeText.subject")}>
            {(control) => <InputGroup {...control} maxLength={500} value={title} onValueChange={setTitle} />}
          </FormField>
          <FormField
            label={t("localizeText.text")}
            errors={isTooLong ? [t("localizeText.long", { limit })] : errorsOf("text")}
          >
            {(control) => (
              <TextArea
                {...control}
                fill
                className={styles.text}
                spellCheck={false}
                value={text}
                onChange={(event) => setText(event.target.value)}
                onKeyDown={handleKey}
              />
            )}
          </FormField>
          <Inline align="stretch">
            <Button
              type="submit"
              intent="primary"
              icon={<SearchIcon />}
              text={t("localizeText.submit")}
              loading={isLoading}
            />
          </Inline>
        </>
      )}
    </Form>
  );
}
