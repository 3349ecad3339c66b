import { useState } from "react";
import { useTranslation } from "../../i18n/useTranslation.ts";
import { Stack } from "../ui/Stack.tsx";
import { CopyButton } from "../ui/CopyButton.tsx";
import { FormField } from "../patterns/FormField.tsx";
import { Select } from "../ui/Select.tsx";
import { InputGroup } from "../ui/InputGroup.ts";
import { TextArea } from "../ui/TextArea.ts";
import { LinkButton } from "../ui/LinkButton.tsx";
import { Inline } from "../ui/Inline.tsx";

/** Some mail programs reject long addresses; about 2000 characters are safe. */
const MESSAGE_LIMIT = 1500;

export interface ContactFormProps {
  /** Possible recipients, one of which is chosen. Empty: none is known, and the message can only be copied. */
  recipients: readonly { readonly name: string; readonly email: string }[];
  /** The recipient is the operator's support address; otherwise they are Admins of the company. */
  isOperator: boolean;
  subject?: string;
  /** What the message begins with. */
  message?: string;
  /** Request id of the last failed call in the server's log. */
  requestId: string | null;
  /** The address of a mail. */
  mailHref: (mail: { to: string; subject: string; body: string }) => string;
  onCopy: (text: string) => Promise<boolean>;
}

/** A mail to the operator or to an Admin, composed here and sent by the user's own mail program. */
export function ContactForm({
  recipients,
  isOperator,
  subject: first = "",
  message: draft = "",
  requestId,
  mailHref,
  onCopy,
}: ContactFormProps) {
  const { t } = useTranslation("help");
  const [chosen, setChosen] = useState("");
  const to = recipients.find(({ email }) => email === chosen)?.email ?? recipients[0]?.email;
  const [subject, setSubject] = useState(first);
  const [message, setMessage] = useState(draft);
  const body = requestId === null ? message : `${message}\n\n${t("support.requestLine", { requestId })}`;
  return (
    <Stack gap={2}>
      {to !== undefined && (
        <FormField label={t("support.to")} help={isOperator ? undefined : t("support.noAddress")}>
          {(control) =>
            recipients.length === 1 ? (
              <InputGroup {...control} type="email" readOnly value={to} />
            ) : (
              <Select
                {...control}
                value={to}
                options={recipients.map(({ name, email }) => ({
                  value: email,
                  text: name === "" ? email : `${name} (${email})`,
                }))}
                onValueChange={setChosen}
              />
            )
          }
        </FormField>
      )}
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
      <Inline align="stretch">
        {to !== undefined && (
          <LinkButton intent="primary" text={t("support.open")} href={mailHref({ to, subject, body })} />
        )}
        <CopyButton text={t("support.copy")} onCopy={() => onCopy(`${subject}\n\n${body}`.trim())} />
      </Inline>
    </Stack>
  );
}
