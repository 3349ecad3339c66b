import { useState } from "react";
import { LOGIN_PLACEHOLDER, TEXT_LIMITS } from "../../../contract/constants.ts";
import type { SsoProvider } from "../../../contract/access/sso.ts";
import {
  toSsoDraft,
  ssoFaults,
  type SsoFault,
  type SsoField,
  type SsoKind,
  type SsoProviderDraft,
} from "../../domain/ssoProvider.ts";
import { useTranslation } from "../../i18n/useTranslation.ts";
import { Form } from "../patterns/Form.tsx";
import { FormActions } from "../patterns/FormActions.tsx";
import type { FormErrorInfo } from "../patterns/FormError.tsx";
import { TextField } from "../patterns/TextField.tsx";
import { useInitialFocus } from "../ui/useInitialFocus.ts";
import { LdapFields } from "./LdapFields.tsx";
import { OidcFields } from "./OidcFields.tsx";
import { SamlFields } from "./SamlFields.tsx";

export interface SsoProviderFormProps {
  /** That of the provider to edit. */
  kind: SsoKind;
  /** The provider to edit; null for a new one. */
  provider: SsoProvider | null;
  isBusy?: boolean;
  failure?: FormErrorInfo | null;
  onSave: (draft: SsoProviderDraft) => void;
  onCancel: () => void;
}

/** An identity provider of any kind: its name, and what its protocol needs. */
export function SsoProviderForm({
  kind,
  provider,
  isBusy = false,
  failure = null,
  onSave,
  onCancel,
}: SsoProviderFormProps) {
  const { t } = useTranslation("sso");
  const errors = useTranslation("errors");
  const [draft, setDraft] = useState(() => toSsoDraft(kind, provider));
  const first = useInitialFocus();
  const isNew = provider === null;
  const addTitles = { oidc: t("addTitle"), saml: t("saml.addTitle"), ldap: t("ldap.addTitle") };
  const textOf = (fault: SsoFault): string =>
    ({
      required: errors.t("required"),
      metadataNeeded: t("saml.oneNeeded"),
      metadataTwice: t("saml.onlyOne"),
      loginNeeded: t("ldap.filterNeeds", { login: LOGIN_PLACEHOLDER }),
    })[fault];
  const faults = Object.entries(ssoFaults(draft, isNew)).map(([field, fault]) => [field, fault && textOf(fault)]);
  return (
    <Form<SsoField>
      label={provider ? t("editTitle", { name: provider.label }) : addTitles[kind]}
      faults={Object.fromEntries(faults) as Record<SsoField, string | null>}
      failure={failure}
      failureTitle={t("saveFailed")}
      isBusy={isBusy}
      onSubmit={() => onSave(draft)}
    >
      {({ errorsOf }) => (
        <>
          <TextField
            name="sso-label"
            inputRef={first}
            label={t("label")}
            help={kind === "ldap" ? t("ldap.labelHelp") : t("labelHelp")}
            maxLength={TEXT_LIMITS.name}
            isSpellChecked
            value={draft.label}
            errors={errorsOf("label")}
            onChange={(label) => setDraft({ ...draft, label })}
          />
          {draft.kind === "oidc" && (
            <OidcFields
              draft={draft}
              isNew={isNew}
              hasSecret={provider?.has_secret === true}
              errorsOf={errorsOf}
              onChange={setDraft}
            />
          )}
          {draft.kind === "saml" && <SamlFields draft={draft} isNew={isNew} errorsOf={errorsOf} onChange={setDraft} />}
          {draft.kind === "ldap" && <LdapFields draft={draft} isNew={isNew} errorsOf={errorsOf} onChange={setDraft} />}
          <FormActions action={t("save")} isBusy={isBusy} onCancel={onCancel} />
        </>
      )}
    </Form>
  );
}
