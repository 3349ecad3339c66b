import { LOGIN_PLACEHOLDER } from "../../../contract/constants.ts";
import type { LdapDraft, SsoField } from "../../domain/ssoProvider.ts";
import { useTranslation } from "../../i18n/useTranslation.ts";
import { FormField } from "../patterns/FormField.tsx";
import { TextField } from "../patterns/TextField.tsx";
import { TextArea } from "../ui/TextArea.ts";

export interface LdapFieldsProps {
  draft: LdapDraft;
  /** The server of a directory that exists is fixed, and its password stays unless another one is typed. */
  isNew: boolean;
  errorsOf: (field: SsoField) => readonly string[] | undefined;
  onChange: (draft: LdapDraft) => void;
}

/** Characters of a DN, a filter and a password. */
const MAX_LENGTH = 1000;

/** Server of a directory, the account with which Clew reads it, and where its people are. */
export function LdapFields({ draft, isNew, errorsOf, onChange }: LdapFieldsProps) {
  const { t } = useTranslation("sso");
  const set = (change: Partial<LdapDraft>): void => onChange({ ...draft, ...change });
  return (
    <>
      <TextField
        name="ldap-server"
        label={t("ldap.server")}
        help={t("ldap.serverHelp")}
        isReadOnly={!isNew}
        value={draft.server}
        errors={errorsOf("server")}
        onChange={(server) => set({ server })}
      />
      <TextField
        name="ldap-bind-dn"
        label={t("ldap.bindDn")}
        help={t("ldap.bindDnHelp")}
        maxLength={MAX_LENGTH}
        value={draft.bindDn}
        errors={errorsOf("bind_dn")}
        onChange={(bindDn) => set({ bindDn })}
      />
      <TextField
        name="ldap-bind-password"
        type="password"
        label={t("ldap.bindPassword")}
        {...(!isNew && { help: t("ldap.passwordKept") })}
        maxLength={MAX_LENGTH}
        value={draft.bindPassword}
        errors={errorsOf("bind_password")}
        onChange={(bindPassword) => set({ bindPassword })}
      />
      <TextField
        name="ldap-search-base"
        label={t("ldap.searchBase")}
        help={t("ldap.searchBaseHelp")}
        maxLength={MAX_LENGTH}
        value={draft.searchBase}
        errors={errorsOf("search_base")}
        onChange={(searchBase) => set({ searchBase })}
      />
      <TextField
        name="ldap-filter"
        label={t("ldap.filter")}
        help={t("ldap.filterHelp", { login: LOGIN_PLACEHOLDER })}
        maxLength={MAX_LENGTH}
        value={draft.filter}
        errors={errorsOf("filter")}
        onChange={(filter) => set({ filter })}
      />
      <TextField
        name="ldap-address-attribute"
        label={t("ldap.addressAttribute")}
        value={draft.addressAttribute}
        errors={errorsOf("address_attribute")}
        onChange={(addressAttribute) => set({ addressAttribute })}
      />
      <TextField
        name="ldap-name-attribute"
        label={t("ldap.nameAttribute")}
        value={draft.nameAttribute}
        errors={errorsOf("name_attribute")}
        onChange={(nameAttribute) => set({ nameAttribute })}
      />
      <TextField
        name="ldap-groups-attribute"
        label={t("ldap.groupsAttribute")}
        help={t("ldap.groupsAttributeHelp")}
        value={draft.groupsAttribute}
        errors={errorsOf("groups_attribute")}
        onChange={(groupsAttribute) => set({ groupsAttribute })}
      />
      <FormField label={t("ldap.ca")} help={t("ldap.caHelp")} errors={errorsOf("ca")}>
        {(control) => (
          <TextArea
            {...control}
            fill
            rows={5}
            spellCheck={false}
            value={draft.ca}
            onChange={({ currentTarget: { value } }) => set({ ca: value })}
          />
        )}
      </FormField>
    </>
  );
}
