import { useTranslation } from "../../i18n/useTranslation.ts";
import { FormField, type FormFieldProps } from "../patterns/FormField.tsx";
import { InputGroup } from "../ui/InputGroup.ts";

export interface GroupsClaimFieldProps {
  value: string;
  errors?: FormFieldProps["errors"];
  onChange: (value: string) => void;
}

/** The claim or attribute in which an identity provider names a person's groups. */
export function GroupsClaimField({ value, errors, onChange }: GroupsClaimFieldProps) {
  const { t } = useTranslation("sso");
  return (
    <FormField label={t("groupsClaim")} help={t("groupsClaimHelp")} errors={errors}>
      {(control) => (
        <InputGroup
          {...control}
          name="sso-groups-claim"
          autoComplete="off"
          spellCheck={false}
          maxLength={255}
          value={value}
          onValueChange={(text) => onChange(text)}
        />
      )}
    </FormField>
  );
}
