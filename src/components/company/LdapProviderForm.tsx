import { useState, type Ref } from "react";
import { TEXT_LIMITS } from "../../../contract/constants.ts";
import type { SsoProvider } from "../../../contract/access/sso.ts";
import { useTranslation } from "../../i18n/useTranslation.ts";
import { Form } from "../patterns/Form.tsx";
import type { FormErrorInfo } from "../patterns/FormError.tsx";
import { FormField, type FormFieldProps } from "../patterns/FormField.tsx";
import { Button } from "../ui/Button.tsx";
import { Inline } from "../ui/Inline.tsx";
import { InputGroup } from "../ui/InputGroup.ts";
import { TextArea } from "../ui/TextArea.ts";
import { useInitialFocus } from "../ui/useInitialFocus.ts";

export interface LdapProviderFields {
  label: string;
  server: string;
  bind_dn: string;
  /** Null: the stored one stays. */
  bind_password: string | null;
  search_base: string;
  filter: string;
  address_attribute: string;
  name_attribute: string;
  groups_attribute: string;
  ca: string | null;
}

export interface LdapProviderFormProps {
  /** The provider to edit; null for a new one. */
  provider: SsoProvider | null;
  isBusy?: boolean;
  failure?: FormErrorInfo | null;
  onSave: (fields: LdapProviderFields) => void;
  onCancel: () => void;
}

/** Where the filter has the address of the person who signs in. */
const LOGIN = "{login}";

interface TextProps {
  name: string;
  label: string;
  help?: string;
  value: string;
  type?: "text" | "password";
  inputRef?: Ref<HTMLInputElement>;
  errors?: FormFieldProps["errors"];
  onChange: (value: string) => void;
}

function TextInput({ name, label, help, value, type = "text", inputRef, errors, onChange }: TextProps) {
  return (
    <FormField label={label} {...(help !== undefined && { help })} errors={errors}>
      {(control) => (
        <InputGroup
          {...control}
          {...(inputRef !== undefined && { inputRef })}
          name={`ldap-${name}`}
          type={type}
          autoComplete={type === "password" ? "new-password" : "off"}
          spellCheck={false}
          maxLength={name === "label" ? TEXT_LIMITS.name : 1000}
          value={value}
          onValueChange={(text) => onChange(text)}
        />
      )}
    </FormField>
  );
}

/** The directory of a company: its server, the account with which Clew reads it, and where its people are. */
export function LdapProviderForm({
  provider,
  isBusy = false,
  failure = null,
  onSave,
  onCancel,
}: LdapProviderFormProps) {
  const { t } = useTranslation("sso");
  const states = useTranslation("states");
  const errors = useTranslation("errors");
  const ldap = provider?.ldap;
  const [fields, setFields] = useState(() => ({
    label: provider?.label ?? "",
    server: provider?.issuer ?? "",
    bind_dn: ldap?.bind_dn ?? "",
    bind_password: "",
    search_base: ldap?.search_base ?? "",
    filter: ldap?.filter ?? `(mail=${LOGIN})`,
    address_attribute: ldap?.address_attribute ?? "mail",
    name_attribute: ldap?.name_attribute ?? "cn",
    groups_attribute: provider?.groups_claim ?? "memberOf",
    ca: ldap?.ca ?? "",
  }));
  const set = (change: Partial<typeof fields>): void => setFields((now) => ({ ...now, ...change }));
  const first = useInitialFocus();
  const needed = (text: string): string | null => (text.trim() === "" ? errors.t("required") : null);
  return (
    <Form
      label={provider ? t("editTitle", { name: provider.label }) : t("ldap.addTitle")}
      faults={{
        label: needed(fields.label),
        server: needed(fields.server),
        bind_dn: needed(fields.bind_dn),
        bind_password: provider ? null : needed(fields.bind_password),
        search_base: needed(fields.search_base),
        filter: fields.filter.includes(LOGIN) ? null : t("ldap.filterNeeds", { login: LOGIN }),
        address_attribute: needed(fields.address_attribute),
        name_attribute: needed(fields.name_attribute),
        groups_attribute: null,
        ca: null,
      }}
      failure={failure}
      failureTitle={t("saveFailed")}
      isBusy={isBusy}
      onSubmit={() =>
        onSave({
          ...fields,
          bind_password: fields.bind_password === "" ? null : fields.bind_password,
          ca: fields.ca.trim() === "" ? null : fields.ca,
        })
      }
    >
      {({ errorsOf }) => (
        <>
          <TextInput
            name="label"
            inputRef={first}
            label={t("label")}
            help={t("ldap.labelHelp")}
            value={fields.label}
            errors={errorsOf("label")}
            onChange={(label) => set({ label })}
          />
          {provider === null && (
            <TextInput
              name="server"
              label={t("ldap.server")}
              help={t("ldap.serverHelp")}
              value={fields.server}
              errors={errorsOf("server")}
              onChange={(server) => set({ server })}
            />
          )}
          <TextInput
            name="bind-dn"
            label={t("ldap.bindDn")}
            help={t("ldap.bindDnHelp")}
            value={fields.bind_dn}
            errors={errorsOf("bind_dn")}
            onChange={(bind_dn) => set({ bind_dn })}
          />
          <TextInput
            name="bind-password"
            type="password"
            label={t("ldap.bindPassword")}
            {...(provider && { help: t("ldap.passwordKept") })}
            value={fields.bind_password}
            errors={errorsOf("bind_password")}
            onChange={(bind_password) => set({ bind_password })}
          />
          <TextInput
            name="search-base"
            label={t("ldap.searchBase")}
            help={t("ldap.searchBaseHelp")}
            value={fields.search_base}
            errors={errorsOf("search_base")}
            onChange={(search_base) => set({ search_base })}
          />
          <TextInput
            name="filter"
            label={t("ldap.filter")}
            help={t("ldap.filterHelp", { login: LOGIN })}
            value={fields.filter}
            errors={errorsOf("filter")}
            onChange={(filter) => set({ filter })}
          />
          <TextInput
            name="address-attribute"
            label={t("ldap.addressAttribute")}
            value={fields.address_attribute}
            errors={errorsOf("address_attribute")}
            onChange={(address_attribute) => set({ address_attribute })}
          />
          <TextInput
            name="name-attribute"
            label={t("ldap.nameAttribute")}
            value={fields.name_attribute}
            errors={errorsOf("name_attribute")}
            onChange={(name_attribute) => set({ name_attribute })}
          />
          <TextInput
            name="groups-attribute"
            label={t("ldap.groupsAttribute")}
            help={t("ldap.groupsAttributeHelp")}
            value={fields.groups_attribute}
            errors={errorsOf("groups_attribute")}
            onChange={(groups_attribute) => set({ groups_attribute })}
          />
          <FormField label={t("ldap.ca")} help={t("ldap.caHelp")} errors={errorsOf("ca")}>
            {(control) => (
              <TextArea
                {...control}
                fill
                rows={5}
                spellCheck={false}
                value={fields.ca}
                onChange={({ currentTarget: { value } }) => set({ ca: value })}
              />
            )}
          </FormField>
          <Inline align="stretch">
            <Button type="submit" intent="primary" text={t("save")} loading={isBusy} />
            <Button variant="minimal" text={states.t("cancel")} disabled={isBusy} onClick={onCancel} />
          </Inline>
        </>
      )}
    </Form>
  );
}
