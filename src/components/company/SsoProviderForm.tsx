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
import { useInitialFocus } from "../ui/useInitialFocus.ts";
import { GroupsClaimField } from "./GroupsClaimField.tsx";
import { SignOutField } from "./SignOutField.tsx";

export interface SsoProviderFields {
  label: string;
  issuer: string;
  client_id: string;
  /** Null: the stored one stays. */
  client_secret: string | null;
  scopes: string;
  trusts_addresses: boolean;
  groups_claim: string;
  signs_out: boolean;
}

export interface SsoProviderFormProps {
  /** The provider to edit; null for a new one. */
  provider: SsoProvider | null;
  isBusy?: boolean;
  failure?: FormErrorInfo | null;
  onSave: (fields: SsoProviderFields) => void;
  onCancel: () => void;
}

/** What a new provider asks for. */
const SCOPES = "openid profile email";

/** Name, issuer and client of an identity provider. The issuer of one that exists is fixed. */
export function SsoProviderForm({ provider, isBusy = false, failure = null, onSave, onCancel }: SsoProviderFormProps) {
  const { t } = useTranslation("sso");
  const states = useTranslation("states");
  const errors = useTranslation("errors");
  const [fields, setFields] = useState(() => ({
    label: provider?.label ?? "",
    issuer: provider?.issuer ?? "",
    client_id: provider?.client_id ?? "",
    client_secret: "",
    scopes: provider?.scopes ?? SCOPES,
    trusts_addresses: provider?.trusts_addresses ?? false,
    groups_claim: provider?.groups_claim ?? "",
    signs_out: provider?.signs_out ?? false,
  }));
  const set = (change: Partial<typeof fields>): void => setFields((now) => ({ ...now, ...change }));
  const first = useInitialFocus();
  const required = (text: string): string | null => (text.trim() === "" ? errors.t("required") : null);
  const title = provider ? t("editTitle", { name: provider.label }) : t("addTitle");
  return (
    <Form
      label={title}
      faults={{
        label: required(fields.label),
        issuer: required(fields.issuer),
        client_id: null,
        client_secret: null,
        scopes: required(fields.scopes),
        groups_claim: null,
      }}
      failure={failure}
      failureTitle={t("saveFailed")}
      isBusy={isBusy}
      onSubmit={() => onSave({ ...fields, client_secret: fields.client_secret === "" ? null : fields.client_secret })}
    >
      {({ errorsOf }) => (
        <>
          <FormField label={t("label")} help={t("labelHelp")} errors={errorsOf("label")}>
            {(control) => (
              <InputGroup
                {...control}
                inputRef={first}
                name="sso-label"
                autoComplete="off"
                maxLength={TEXT_LIMITS.name}
                value={fields.label}
                onValueChange={(label) => set({ label })}
              />
            )}
          </FormField>
          <FormField label={t("issuer")} help={t("issuerHelp")} errors={errorsOf("issuer")}>
            {(control) => (
              <InputGroup
                {...control}
                name="sso-issuer"
                type="url"
                autoComplete="off"
                readOnly={provider !== null}
                value={fields.issuer}
                onValueChange={(issuer) => set({ issuer })}
              />
            )}
          </FormField>
          <FormField label={t("clientId")} help={t("clientHelp")} errors={errorsOf("client_id")}>
            {(control) => (
              <InputGroup
                {...control}
                name="sso-client-id"
                autoComplete="off"
                spellCheck={false}
                value={fields.client_id}
                onValueChange={(client_id) => set({ client_id })}
              />
            )}
          </FormField>
          <FormField
            label={t("clientSecret")}
            help={provider?.has_secret === true ? t("secretKept") : undefined}
            errors={errorsOf("client_secret")}
          >
            {(control) => (
              <InputGroup
                {...control}
                name="sso-client-secret"
                type="password"
                autoComplete="new-password"
                value={fields.client_secret}
                onValueChange={(client_secret) => set({ client_secret })}
              />
            )}
          </FormField>
          <FormField label={t("scopes")} errors={errorsOf("scopes")}>
            {(control) => (
              <InputGroup
                {...control}
                name="sso-scopes"
                autoComplete="off"
                spellCheck={false}
                value={fields.scopes}
                onValueChange={(scopes) => set({ scopes })}
              />
            )}
          </FormField>
          <div>
            <Checkbox
              label={t("trusts")}
              checked={fields.trusts_addresses}
              onChange={({ currentTarget: { checked } }) => set({ trusts_addresses: checked })}
            />
            <Text as="p" tone="muted">
              {t("trustsHelp")}
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
