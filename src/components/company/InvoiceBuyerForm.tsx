import { useState } from "react";
import { LANGUAGES } from "../../../contract/constants.ts";
import type { InvoiceBuyer } from "../../../contract/billing/invoiceBuyer.ts";
import { useTranslation } from "../../i18n/useTranslation.ts";
import { Form } from "../patterns/Form.tsx";
import type { FormErrorInfo } from "../patterns/FormError.tsx";
import { FormField } from "../patterns/FormField.tsx";
import { useRequired } from "../patterns/useRequired.ts";
import { Button } from "../ui/Button.tsx";
import { InputGroup } from "../ui/InputGroup.ts";
import { Select } from "../ui/Select.tsx";
import { TextArea } from "../ui/TextArea.ts";

export interface InvoiceBuyerFormProps {
  buyer: InvoiceBuyer;
  isBusy?: boolean;
  failure?: FormErrorInfo | null;
  onSave: (buyer: InvoiceBuyer) => void;
}

/** Whom the next invoices are addressed to. */
export function InvoiceBuyerForm({ buyer, isBusy = false, failure = null, onSave }: InvoiceBuyerFormProps) {
  const { t } = useTranslation("settings");
  const required = useRequired();
  const [given, setGiven] = useState(buyer);
  const setField = (field: keyof InvoiceBuyer) => (value: string) => setGiven((now) => ({ ...now, [field]: value }));
  return (
    <Form
      label={t("buyer.title")}
      faults={{
        name: required(given.name),
        address: null,
        tax_id: null,
        reference: null,
        email: null,
      }}
      failure={failure}
      failureTitle={t("buyer.saveFailed")}
      isBusy={isBusy}
      onSubmit={() => onSave(given)}
    >
      {({ errorsOf }) => (
        <>
          <FormField label={t("buyer.name")} errors={errorsOf("name")}>
            {(control) => (
              <InputGroup
                {...control}
                maxLength={120}
                autoComplete="organization"
                value={given.name}
                onValueChange={setField("name")}
              />
            )}
          </FormField>
          <FormField label={t("buyer.address")} errors={errorsOf("address")}>
            {(control) => (
              <TextArea
                {...control}
                fill
                rows={4}
                maxLength={500}
                autoComplete="street-address"
                value={given.address}
                onChange={({ currentTarget: { value } }) => setField("address")(value)}
              />
            )}
          </FormField>
          <FormField label={t("buyer.taxId")} errors={errorsOf("tax_id")}>
            {(control) => (
              <InputGroup {...control} maxLength={60} value={given.tax_id} onValueChange={setField("tax_id")} />
            )}
          </FormField>
          <FormField label={t("buyer.reference")} help={t("buyer.referenceHelp")} errors={errorsOf("reference")}>
            {(control) => (
              <InputGroup {...control} maxLength={60} value={given.reference} onValueChange={setField("reference")} />
            )}
          </FormField>
          <FormField label={t("buyer.email")} help={t("buyer.emailHelp")} errors={errorsOf("email")}>
            {(control) => (
              <InputGroup
                {...control}
                type="email"
                autoComplete="off"
                value={given.email}
                onValueChange={setField("email")}
              />
            )}
          </FormField>
          <FormField label={t("buyer.language")}>
            {(control) => (
              <Select
                {...control}
                value={given.language}
                options={LANGUAGES.map((value) => ({ value, text: t(`buyer.languages.${value}`) }))}
                onValueChange={setField("language")}
              />
            )}
          </FormField>
          <div>
            <Button type="submit" text={t("buyer.save")} loading={isBusy} />
          </div>
        </>
      )}
    </Form>
  );
}
