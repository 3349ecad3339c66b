import { Button, InputGroup, Intent } from "@blueprintjs/core";
import { SearchIcon } from "@blueprintjs/icons";
import { useState } from "react";
import { TEXT_LIMITS } from "../../../contract/constants.ts";
import { useWords } from "../../i18n/useWords.ts";
import { Select } from "../Select/Select.tsx";
import styles from "./HomeSearch.module.css";

export interface HomeSearchProps {
  /** Projects to search in, the most recent first; not empty. */
  projects: readonly { slug: string; name: string }[];
  onSearch: (slug: string, query: string) => void;
}

/** The smart search, from home: a project and what to look for in it. */
export function HomeSearch({ projects, onSearch }: HomeSearchProps) {
  const { t } = useWords("home");
  const [slug, setSlug] = useState(projects[0]?.slug ?? "");
  const [query, setQuery] = useState("");
  const chosen = projects.some((project) => project.slug === slug) ? slug : (projects[0]?.slug ?? "");
  return (
    <form
      role="search"
      aria-label={t("searchLabel")}
      className={styles.form}
      onSubmit={(event) => {
        event.preventDefault();
        if (query.trim() !== "") onSearch(chosen, query.trim());
      }}
    >
      {projects.length > 1 && (
        <Select
          label={t("searchProject")}
          value={chosen}
          options={projects.map((project) => ({ value: project.slug, text: project.name }))}
          onChange={setSlug}
        />
      )}
      <InputGroup
        className={styles.field}
        size="large"
        type="search"
        leftIcon={<SearchIcon />}
        aria-label={t("searchLabel")}
        placeholder={t("searchPlaceholder")}
        maxLength={TEXT_LIMITS.query}
        value={query}
        onValueChange={setQuery}
      />
      <Button type="submit" size="large" intent={Intent.PRIMARY} text={t("search")} />
    </form>
  );
}
