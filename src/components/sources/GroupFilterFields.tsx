import { TEXT_LIMITS } from "../../../contract/constants.ts";
import { HOST_FACTS, hasIssues, type FilterDraft, type GroupProvider } from "../../domain/groupDraft.ts";
import { useTranslation } from "../../i18n/useTranslation.ts";
import { FormField } from "../patterns/FormField.tsx";
import { TextField } from "../patterns/TextField.tsx";
import { Checkbox } from "../ui/Checkbox.ts";
import { Select } from "../ui/Select.tsx";
import styles from "./GroupForm.module.css";

export interface GroupFilterFieldsProps {
  provider: GroupProvider;
  value: FilterDraft;
  isBusy?: boolean;
  errors: { readonly include: readonly string[]; readonly exclude: readonly string[] };
  onChange: (part: Partial<FilterDraft>) => void;
}

/** Which repositories of a group are linked: by name, kind, visibility and topic. What the host does not tell is not asked. */
export function GroupFilterFields({ provider, value, isBusy = false, errors, onChange }: GroupFilterFieldsProps) {
  const { t } = useTranslation("groups");
  const facts = HOST_FACTS[provider];
  const names = (field: "include" | "exclude" | "topics", faults: readonly string[]) => (
    <TextField
      name={field}
      label={t(`filter.${field}`)}
      help={t(`filter.${field}Help`)}
      errors={faults}
      maxLength={TEXT_LIMITS.url}
      isReadOnly={isBusy}
      value={value[field]}
      onChange={(text) => onChange({ [field]: text })}
    />
  );
  const choice = (field: "archived" | "forks" | "empty" | "withIssues") => (
    <Checkbox
      label={t(`filter.${field}`)}
      checked={value[field]}
      disabled={isBusy}
      onChange={({ currentTarget }) => onChange({ [field]: currentTarget.checked })}
    />
  );
  return (
    <>
      <div className={styles.pair}>
        {names("include", errors.include)}
        {names("exclude", errors.exclude)}
      </div>
      {(facts.visibility || facts.topics) && (
        <div className={styles.pair}>
          {facts.topics && names("topics", [])}
          {facts.visibility && (
            <FormField label={t("filter.visibility")}>
              {(control) => (
                <Select
                  {...control}
                  fill
                  disabled={isBusy}
                  value={value.visibility}
                  options={(["all", "public", "private"] as const).map((one) => ({
                    value: one,
                    text: t(`filter.visibilities.${one}`),
                  }))}
                  onValueChange={(visibility) => onChange({ visibility })}
                />
              )}
            </FormField>
          )}
        </div>
      )}
      <div className={styles.choices} role="group" aria-label={t("filter.also")}>
        {facts.archives && choice("archived")}
        {facts.forks && choice("forks")}
        {choice("empty")}
        {hasIssues(provider) && choice("withIssues")}
      </div>
    </>
  );
}
