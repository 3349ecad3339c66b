import type { SamlDraft, SsoField } from "../../domain/ssoProvider.ts";
import { useTranslation } from "../../i18n/useTranslation.ts";
import { FormField } from "../patterns/FormField.tsx";
import { TextField } from "../patterns/TextField.tsx";
import { Checkbox } from "../ui/Checkbox.ts";
import { Text } from "../ui/Text.tsx";
import { TextArea } from "../ui/TextArea.ts";
import { GroupsClaimField } from "./GroupsClaimField.tsx";
import { SignOutField } from "./SignOutField.tsx";

export interface SamlFieldsProps {
  draft: SamlDraft;
  /** A provider that exists keeps its metadata unless others are given. */
  isNew: boolean;
  errorsOf: (field: SsoField) => readonly string[] | undefined;
  onChange: (draft: SamlDraft) => void;
}

/** Metadata of an identity provider of SAML 2.0: an address, or the XML. */
export function SamlFields({ draft, isNew, errorsOf, onChange }: SamlFieldsProps) {
  const { t } = useTranslation("sso");
  const set = (change: Partial<SamlDraft>): void => onChange({ ...draft, ...change });
  return (
    <>
      <TextField
        name="saml-metadata-url"
        type="url"
        label={t("saml.metadataUrl")}
        help={t("saml.metadataUrlHelp")}
        value={draft.metadataUrl}
        errors={errorsOf("metadata_url")}
        onChange={(metadataUrl) => set({ metadataUrl })}
      />
      <FormField
        label={t("saml.metadata")}
        help={isNew ? t("saml.metadataHelp") : t("saml.metadataKept")}
        errors={errorsOf("metadata")}
      >
        {(control) => (
          <TextArea
            {...control}
            fill
            rows={6}
            spellCheck={false}
            value={draft.metadata}
            onChange={({ currentTarget: { value } }) => set({ metadata: value })}
          />
        )}
      </FormField>
      <Checkbox
        label={t("saml.signs")}
        checked={draft.signsRequests}
        onChange={({ currentTarget: { checked } }) => set({ signsRequests: checked })}
      />
      <div>
        <Checkbox
          label={t("saml.unsolicited")}
          checked={draft.allowsUnsolicited}
          onChange={({ currentTarget: { checked } }) => set({ allowsUnsolicited: checked })}
        />
        <Text as="p" tone="muted">
          {t("saml.unsolicitedHelp")}
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
