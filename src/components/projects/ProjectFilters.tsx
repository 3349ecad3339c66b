import { useId } from "react";
import { PROJECT_ROLES } from "../../../contract/constants.ts";
import type { ProjectRole } from "../../../contract/projects.ts";
import { useTranslation } from "../../i18n/useTranslation.ts";
import { Select } from "../ui/Select.tsx";
import { Button } from "../ui/Button.tsx";
import { InputGroup } from "../ui/InputGroup.ts";
import { Switch } from "../ui/Switch.tsx";
import { CrossIcon, SearchIcon } from "../ui/icons.ts";
import { Text } from "../ui/Text.tsx";
import styles from "./ProjectFilters.module.css";

export type ProjectsSort = "name" | "recent";

export interface ProjectsFilterValue {
  text: string;
  /** Only projects whose creator is the signed-in user. */
  isMine: boolean;
  role: ProjectRole | "All";
  sort: ProjectsSort;
}

export interface ProjectFiltersProps {
  value: ProjectsFilterValue;
  /** Number of matching projects, and of all. Omitted before the list is loaded. */
  count?: { shown: number; total: number } | undefined;
  onChange: (value: ProjectsFilterValue) => void;
}

const isFiltering = ({ text, isMine, role }: ProjectsFilterValue): boolean =>
  text.trim() !== "" || isMine || role !== "All";

/** The filter of the project list, with the number of matches. */
export function ProjectFilters({ value, count, onChange }: ProjectFiltersProps) {
  const { t } = useTranslation("projects");
  const { t: tStates } = useTranslation("states");
  const id = useId();
  const change = (part: Partial<ProjectsFilterValue>) => onChange({ ...value, ...part });

  return (
    <search className={styles.filters} aria-label={t("filter.label")}>
      <InputGroup
        className={styles.text}
        type="search"
        leftIcon={<SearchIcon />}
        aria-label={t("filter.text")}
        placeholder={t("filter.text")}
        value={value.text}
        onValueChange={(text) => change({ text })}
        rightElement={
          value.text === "" ? undefined : (
            <Button
              variant="minimal"
              icon={<CrossIcon />}
              aria-label={t("filter.clearText")}
              onClick={() => change({ text: "" })}
            />
          )
        }
      />
      <Text as="label" tone="muted" className={styles.choice} htmlFor={`${id}role`}>
        <span>{t("filter.role")}</span>
        <Select
          id={`${id}role`}
          value={value.role}
          options={[
            { value: "All", text: t("filter.allRoles") },
            ...PROJECT_ROLES.map((role) => ({ value: role, text: tStates(`roles.${role}`) })),
          ]}
          onValueChange={(role) => change({ role })}
        />
      </Text>
      <Text as="label" tone="muted" className={styles.choice} htmlFor={`${id}sort`}>
        <span>{t("filter.sort")}</span>
        <Select
          id={`${id}sort`}
          value={value.sort}
          options={[
            { value: "name", text: t("filter.sortName") },
            { value: "recent", text: t("filter.sortRecent") },
          ]}
          onValueChange={(sort) => change({ sort })}
        />
      </Text>
      <Switch
        className={styles.mine}
        checked={value.isMine}
        label={t("filter.mine")}
        onChange={({ currentTarget }) => change({ isMine: currentTarget.checked })}
      />
      <Text as="p" tone="muted" className={styles.count} role="status">
        {count &&
          (isFiltering(value)
            ? t("filter.countOf", { count: count.total, shown: count.shown })
            : t("filter.count", { count: count.total }))}
      </Text>
    </search>
  );
}
