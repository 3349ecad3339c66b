import { useState } from "react";
import { PROJECT_ROLES } from "../../../contract/constants.ts";
import type { DirectoryGroup, DirectoryMappingBody } from "../../../contract/directory.ts";
import { useTranslation } from "../../i18n/useTranslation.ts";
import { Form } from "../patterns/Form.tsx";
import type { FormErrorInfo } from "../patterns/FormError.tsx";
import { FormField } from "../patterns/FormField.tsx";
import { Button } from "../ui/Button.tsx";
import { Select } from "../ui/Select.tsx";

export interface GroupRoleFormProps {
  groups: readonly DirectoryGroup[];
  /** Projects of which the reader is an Owner. */
  projects: readonly { readonly slug: string; readonly name: string }[];
  onGive: (mapping: DirectoryMappingBody) => void;
  isBusy?: boolean;
  failure?: FormErrorInfo | null;
}

/** No project has this as its slug. */
const COMPANY = "";

/** Gives the members of a group a role: in a project, or that of an Admin of the company. */
export function GroupRoleForm({ groups, projects, onGive, isBusy = false, failure = null }: GroupRoleFormProps) {
  const { t } = useTranslation("directory");
  const states = useTranslation("states");
  const [group, setGroup] = useState(groups[0]?.id ?? "");
  const [target, setTarget] = useState(projects[0]?.slug ?? COMPANY);
  const [role, setRole] = useState<(typeof PROJECT_ROLES)[number]>("Developer");
  const isCompany = target === COMPANY;
  const roles: readonly DirectoryMappingBody["role"][] = isCompany ? ["Admin"] : PROJECT_ROLES;
  return (
    <Form
      label={t("give")}
      faults={{ group: null, project: null, role: null }}
      failure={failure}
      failureTitle={t("giveFailed")}
      isBusy={isBusy}
      onSubmit={() => onGive({ group, project: isCompany ? null : target, role: isCompany ? "Admin" : role })}
    >
      {({ errorsOf }) => (
        <>
          <FormField label={t("group")} errors={errorsOf("group")}>
            {(control) => (
              <Select
                {...control}
                value={group}
                options={groups.map(({ id, name, members }) => ({
                  value: id,
                  text: t("groupOption", { name, count: members }),
                }))}
                onValueChange={setGroup}
              />
            )}
          </FormField>
          <FormField label={t("target")} errors={errorsOf("project")}>
            {(control) => (
              <Select
                {...control}
                value={target}
                options={[
                  ...projects.map(({ slug, name }) => ({ value: slug, text: name })),
                  { value: COMPANY, text: t("company") },
                ]}
                onValueChange={setTarget}
              />
            )}
          </FormField>
          <FormField label={t("role")} errors={errorsOf("role")}>
            {(control) => (
              <Select
                {...control}
                value={isCompany ? "Admin" : role}
                disabled={isCompany}
                options={roles.map((value) => ({
                  value,
                  text: states.t(`roles.${value}`),
                }))}
                onValueChange={(value) => {
                  if (value !== "Admin") setRole(value);
                }}
              />
            )}
          </FormField>
          <div>
            <Button type="submit" intent="primary" text={t("give")} loading={isBusy} />
          </div>
        </>
      )}
    </Form>
  );
}
