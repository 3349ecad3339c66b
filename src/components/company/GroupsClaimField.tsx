import { useTranslation } from "../../i18n/useTranslation.ts";
import type { FormFieldProps } from "../patterns/FormField.tsx";
import { TextField } from "../patterns/TextField.tsx";

export interface GroupsClaimFieldProps {
  value: string;
  errors?: FormFieldProps["errors"];
  onChange: (value: string) => void;
}

/** The claim or attribute in which an identity provider names a person's groups. */
export function GroupsClaimField({ value, errors, onChange }: GroupsClaimFieldProps) {
  const { t } = useTranslation("sso");
  return (
    <TextField
      name="sso-groups-claim"
      label={t("groupsClaim")}
      help={t("groupsClaimHelp")}
      errors={errors}
      maxLength={255}
      value={value}
      onChange={onChange}
    />
  );
}
