import { useState } from "react";
import { TEXT_LIMITS } from "../../../contract/constants.ts";
import type { SsoProvider } from "../../../contract/access/sso.ts";
import { useTranslation } from "../../i18n/useTranslation.ts";
import { Form } from "../patterns/Form.tsx";
import type { FormErrorInfo } from "../patterns/FormError.tsx";
import { FormField } from "../patterns/FormField.tsx";
import { Button } from "../ui/Button.tsx";
import { Checkbox } from "../ui/Checkbox.ts";
import { Inline } from "../ui/Inline.tsx";
import { InputGroup } from "../ui/InputGroup.ts";
import { Text } from "../ui/Text.tsx";
import { TextArea } from "../ui/TextArea.ts";
import { useInitialFocus } from "../ui/useInitialFocus.ts";
import { GroupsClaimField } from "./GroupsClaimField.tsx";
import { SignOutField } from "./SignOutField.tsx";

export interface SamlProviderFields {
  label: string;
  /** Null: metadata are pasted, or those that are stored stay. */
  metadata_url: string | null;
  metadata: string | null;
  signs_requests: boolean;
  allows_unsolicited: boolean;
  groups_claim: string;
  signs_out: boolean;
}

export interface SamlProviderFormProps {
  /** The provider to edit; null for a new one. */
  provider: SsoProvider | null;
  isBusy?: boolean;
  failure?: FormErrorInfo | null;
  onSave: (fields: SamlProviderFields) => void;
  onCancel: () => void;
}

const orNull = (text: string): string | null => (text.trim() === "" ? null : text.trim());

/** Name and metadata of an identity provider of SAML 2.0: an address, or the XML itself. */
export function SamlProviderForm({
  provider,
  isBusy = false,
  failure = null,
  onSave,
  onCancel,
}: SamlProviderFormProps) {
  const { t } = useTranslation("sso");
  const states = useTranslation("states");
  const errors = useTranslation("errors");
  const saml = provider?.saml;
  const [fields, setFields] = useState(() => ({
    label: provider?.label ?? "",
    metadata_url: saml?.metadata_url ?? "",
    metadata: "",
    signs_requests: saml?.signs_requests ?? false,
    allows_unsolicited: saml?.allows_unsolicited ?? false,
    groups_claim: provider?.groups_claim ?? "",
    signs_out: provider?.signs_out ?? false,
  }));
  const set = (change: Partial<typeof fields>): void => setFields((now) => ({ ...now, ...change }));
  const first = useInitialFocus();
  const url = orNull(fields.metadata_url);
  const metadata = orNull(fields.metadata);
  const hasNone = provider === null && url === null && metadata === null;
  return (
    <Form
      label={provider ? t("editTitle", { name: provider.label }) : t("saml.addTitle")}
      faults={{
        label: fields.label.trim() === "" ? errors.t("required") : null,
        metadata_url: hasNone ? t("saml.oneNeeded") : null,
        metadata: url !== null && metadata !== null ? t("saml.onlyOne") : null,
        groups_claim: null,
      }}
      failure={failure}
      failureTitle={t("saveFailed")}
      isBusy={isBusy}
      onSubmit={() => onSave({ ...fields, label: fields.label.trim(), metadata_url: url, metadata })}
    >
      {({ errorsOf }) => (
        <>
          <FormField label={t("label")} help={t("labelHelp")} errors={errorsOf("label")}>
            {(control) => (
              <InputGroup
                {...control}
                inputRef={first}
                name="saml-label"
                autoComplete="off"
                maxLength={TEXT_LIMITS.name}
                value={fields.label}
                onValueChange={(label) => set({ label })}
              />
            )}
          </FormField>
          <FormField label={t("saml.metadataUrl")} help={t("saml.metadataUrlHelp")} errors={errorsOf("metadata_url")}>
            {(control) => (
              <InputGroup
                {...control}
                name="saml-metadata-url"
                type="url"
                autoComplete="off"
                value={fields.metadata_url}
                onValueChange={(metadata_url) => set({ metadata_url })}
              />
            )}
          </FormField>
          <FormField
            label={t("saml.metadata")}
            help={provider ? t("saml.metadataKept") : t("saml.metadataHelp")}
            errors={errorsOf("metadata")}
          >
            {(control) => (
              <TextArea
                {...control}
                fill
                rows={6}
                spellCheck={false}
                value={fields.metadata}
                onChange={({ currentTarget: { value } }) => set({ metadata: value })}
              />
            )}
          </FormField>
          <Checkbox
            label={t("saml.signs")}
            checked={fields.signs_requests}
            onChange={({ currentTarget: { checked } }) => set({ signs_requests: checked })}
          />
          <div>
            <Checkbox
              label={t("saml.unsolicited")}
              checked={fields.allows_unsolicited}
              onChange={({ currentTarget: { checked } }) => set({ allows_unsolicited: checked })}
            />
            <Text as="p" tone="muted">
              {t("saml.unsolicitedHelp")}
            </Text>
          </div>
          <GroupsClaimField
            value={fields.groups_claim}
            errors={errorsOf("groups_claim")}
            onChange={(groups_claim) => set({ groups_claim })}
          />
          <SignOutField value={fields.signs_out} onChange={(signs_out) => set({ signs_out })} />
          <Inline align="stretch">
            <Button type="submit" intent="primary" text={t("save")} loading={isBusy} />
            <Button variant="minimal" text={states.t("cancel")} disabled={isBusy} onClick={onCancel} />
          </Inline>
        </>
      )}
    </Form>
  );
}
