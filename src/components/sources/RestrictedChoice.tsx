import { PROJECT_ROLES } from "../../../contract/constants.ts";
import type { ProjectRole } from "../../../contract/projects.ts";
import { rolesUpTo } from "../../../contract/access/policy.ts";
import { useTranslation } from "../../i18n/useTranslation.ts";
import { FormField } from "../patterns/FormField.tsx";
import { Select } from "../ui/Select.tsx";

export interface RestrictedChoiceProps {
  value: ProjectRole | null;
  isBusy: boolean;
  onChange: (role: ProjectRole | null) => void;
}

/** Whether restricted items are read, for which role, and who will see them. */
export function RestrictedChoice({ value, isBusy, onChange }: RestrictedChoiceProps) {
  const { t, format } = useTranslation("restricted");
  const { t: tStates } = useTranslation("states");
  const help =
    value === null
      ? t("help.none")
      : value === "Viewer"
        ? t("help.everybody")
        : t("help.role", { roles: format.list(rolesUpTo(value).map((role) => tStates(`roles.${role}`))) });
  return (
    <FormField label={t("label")} help={help} errors={[]}>
      {(control) => (
        <Select<ProjectRole | "">
          {...control}
          fill
          disabled={isBusy}
          value={value ?? ""}
          options={[
            { value: "", text: t("none") },
            ...PROJECT_ROLES.map((role) => ({
              value: role,
              text: t("from", { role: tStates(`roles.${role}`) }),
            })),
          ]}
          onValueChange={(role) => onChange(role === "" ? null : role)}
        />
      )}
    </FormField>
  );
}
