import { AnchorButton, InputGroup, Intent, TextArea } from "@blueprintjs/core";
import { useState } from "react";
import { useWords } from "../../i18n/useWords.ts";
import { CopyButton } from "../CopyButton/CopyButton.tsx";
import form from "../FormField/Form.module.css";
import { FormField } from "../FormField/FormField.tsx";

/** Long addresses do not reach every mail program; about 2000 characters do. */
const MESSAGE_LIMIT = 1500;

export interface ContactFormProps {
  /** Whom the mail goes to; null where the operator named nobody. */
  address: string | null;
  subject?: string;
  /** Names the last failed call in the server's log. */
  requestId: string | null;
  /** The address of a mail. */
  mailHref: (mail: { subject: string; body: string }) => string;
  onCopy: (text: string) => Promise<boolean>;
}

/** A mail to the operator, written here and sent by the person's own mail program. */
export function ContactForm({ address, subject: first = "", requestId, mailHref, onCopy }: ContactFormProps) {
  const { t } = useWords("help");
  const [subject, setSubject] = useState(first);
  const [message, setMessage] = useState("");
  const body = requestId === null ? message : `${message}\n\n${t("support.requestLine", { requestId })}`;
  return (
    <div className={form.form}>
      <FormField label={t("support.to")} help={address === null ? t("support.noAddress") : undefined}>
        {(control) => <InputGroup {...control} type="email" readOnly value={address ?? ""} />}
      </FormField>
      <FormField label={t("support.subject")}>
        {(control) => <InputGroup {...control} maxLength={200} value={subject} onValueChange={setSubject} />}
      </FormField>
      <FormField
        label={t("support.message")}
        help={requestId === null ? undefined : t("support.requestId", { requestId })}
      >
        {(control) => (
          <TextArea
            {...control}
            fill
            rows={8}
            maxLength={MESSAGE_LIMIT}
            value={message}
            onChange={(event) => {
              setMessage(event.currentTarget.value);
            }}
          />
        )}
      </FormField>
      <div className={form.actions}>
        <AnchorButton intent={Intent.PRIMARY} text={t("support.open")} href={mailHref({ subject, body })} />
        <CopyButton
          text={t("support.copy")}
          copied={t("support.copied")}
          failed={t("support.copyFailed")}
          onCopy={() => onCopy(`${subject}\n\n${body}`.trim())}
        />
      </div>
    </div>
  );
}
