import { useState } from "react";
import { PROJECT_ROLES } from "../../../contract/constants.ts";
import type { DirectoryGroup, DirectoryMappingBody } from "../../../contract/access/directory.ts";
import { SIGN_IN_GROUP_LIMITS } from "../../../contract/access/signInGroups.ts";
import { useTranslation } from "../../i18n/useTranslation.ts";
import { Form } from "../patterns/Form.tsx";
import type { FormErrorInfo } from "../patterns/FormError.tsx";
import { FormField } from "../patterns/FormField.tsx";
import { TextField } from "../patterns/TextField.tsx";
import { Button } from "../ui/Button.tsx";
import { Select } from "../ui/Select.tsx";

export interface GroupRoleFormProps {
  /** Groups of the directory. */
  groups: readonly DirectoryGroup[];
  /** Identity providers that name groups, whose names the reader types. */
  providers: readonly { readonly id: string; readonly label: string }[];
  /** Projects of which the reader is an Owner. */
  projects: readonly { readonly slug: string; readonly name: string }[];
  onGive: (mapping: DirectoryMappingBody) => void;
  isBusy?: boolean;
  failure?: FormErrorInfo | null;
}

/** No project has this as its slug. */
const COMPANY = "";
/** No provider has this as its id. */
const DIRECTORY = "";

/** Gives the members of a group a role: in a project, or that of an Admin of the company. */
export function GroupRoleForm({
  groups,
  providers,
  projects,
  onGive,
  isBusy = false,
  failure = null,
}: GroupRoleFormProps) {
  const { t } = useTranslation("directory");
  const states = useTranslation("states");
  const errors = useTranslation("errors");
  const [group, setGroup] = useState(groups[0]?.id ?? "");
  const [origin, setOrigin] = useState(groups.length > 0 ? DIRECTORY : (providers[0]?.id ?? DIRECTORY));
  const [name, setName] = useState("");
  const origins = [
    ...(groups.length > 0 ? [{ value: DIRECTORY, text: t("originDirectory") }] : []),
    ...providers.map(({ id, label }) => ({ value: id, text: label })),
  ];
  const isOfDirectory = origin === DIRECTORY;
  const [target, setTarget] = useState(projects[0]?.slug ?? COMPANY);
  const [role, setRole] = useState<(typeof PROJECT_ROLES)[number]>("Developer");
  const isCompany = target === COMPANY;
  const roles: readonly DirectoryMappingBody["role"][] = isCompany ? ["Admin"] : PROJECT_ROLES;
  return (
    <Form
      label={t("give")}
      faults={{ group: isOfDirectory || name.trim() !== "" ? null : errors.t("required"), project: null, role: null }}
      failure={failure}
      failureTitle={t("giveFailed")}
      isBusy={isBusy}
      onSubmit={() =>
        onGive({
          group: isOfDirectory ? group : { provider: origin, name: name.trim() },
          project: isCompany ? null : target,
          role: isCompany ? "Admin" : role,
        })
      }
    >
      {({ errorsOf }) => (
        <>
          {providers.length > 0 && (
            <FormField label={t("origin")}>
              {(control) => <Select {...control} value={origin} options={origins} onValueChange={setOrigin} />}
            </FormField>
          )}
          {isOfDirectory ? (
            <FormField label={t("group")} errors={errorsOf("group")}>
              {(control) => (
                <Select
                  {...control}
                  value={group}
                  options={groups.map((entry) => ({
                    value: entry.id,
                    text: t("groupOption", { name: entry.name, count: entry.members }),
                  }))}
                  onValueChange={setGroup}
                />
              )}
            </FormField>
          ) : (
            <TextField
              name="group-name"
              label={t("groupName")}
              help={t("groupNameHelp")}
              errors={errorsOf("group")}
              maxLength={SIGN_IN_GROUP_LIMITS.name}
              value={name}
              onChange={setName}
            />
          )}
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
