import type { OidcDraft, SsoField } from "../../domain/ssoProvider.ts";
import { useTranslation } from "../../i18n/useTranslation.ts";
import { TextField } from "../patterns/TextField.tsx";
import { Checkbox } from "../ui/Checkbox.ts";
import { Text } from "../ui/Text.tsx";
import { GroupsClaimField } from "./GroupsClaimField.tsx";
import { SignOutField } from "./SignOutField.tsx";

export interface OidcFieldsProps {
  draft: OidcDraft;
  /** The issuer of a provider that exists is fixed. */
  isNew: boolean;
  /** Whether a client secret is stored, which an empty field keeps. */
  hasSecret: boolean;
  errorsOf: (field: SsoField) => readonly string[] | undefined;
  onChange: (draft: OidcDraft) => void;
}

/** Issuer and client of an OpenID Connect provider. */
export function OidcFields({ draft, isNew, hasSecret, errorsOf, onChange }: OidcFieldsProps) {
  const { t } = useTranslation("sso");
  const set = (change: Partial<OidcDraft>): void => onChange({ ...draft, ...change });
  return (
    <>
      <TextField
        name="sso-issuer"
        type="url"
        label={t("issuer")}
        help={t("issuerHelp")}
        isReadOnly={!isNew}
        value={draft.issuer}
        errors={errorsOf("issuer")}
        onChange={(issuer) => set({ issuer })}
      />
      <TextField
        name="sso-client-id"
        label={t("clientId")}
        help={t("clientHelp")}
        value={draft.clientId}
        errors={errorsOf("client_id")}
        onChange={(clientId) => set({ clientId })}
      />
      <TextField
        name="sso-client-secret"
        type="password"
        label={t("clientSecret")}
        {...(hasSecret && { help: t("secretKept") })}
        value={draft.clientSecret}
        errors={errorsOf("client_secret")}
        onChange={(clientSecret) => set({ clientSecret })}
      />
      <TextField
        name="sso-scopes"
        label={t("scopes")}
        value={draft.scopes}
        errors={errorsOf("scopes")}
        onChange={(scopes) => set({ scopes })}
      />
      <div>
        <Checkbox
          label={t("trusts")}
          checked={draft.trustsAddresses}
          onChange={({ currentTarget: { checked } }) => set({ trustsAddresses: checked })}
        />
        <Text as="p" tone="muted">
          {t("trustsHelp")}
        </Text>
      </div>
      <GroupsClaimField
        value={draft.groupsClaim}
        errors={errorsOf("groups_claim")}
        onChange={(groupsClaim) => set({ groupsClaim })}
      />
      <SignOutField value={draft.signsOut} onChange={(signsOut) => set({ signsOut })} />
    </>
  );
}
