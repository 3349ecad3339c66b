import { Button, InputGroup, Intent } from "@blueprintjs/core";
import { CrossIcon, SearchIcon } from "@blueprintjs/icons";
import { useState } from "react";
import { TEXT_LIMITS } from "../../../contract/constants.ts";
import { useWords } from "../../i18n/useWords.ts";
import styles from "./HomeSearch.module.css";

export interface HomeSearchProps {
  /** What is being searched for; empty: nothing yet. */
  query: string;
  /** An empty text ends the search. */
  onSearch: (query: string) => void;
}

/** The smart search over all projects of the reader. */
export function HomeSearch({ query, onSearch }: HomeSearchProps) {
  const { t } = useWords("home");
  const [text, setText] = useState(query);
  const [shown, setShown] = useState(query);
  // Back, forward and the command palette change what is searched for; what is half typed stays otherwise.
  if (shown !== query) {
    setShown(query);
    setText(query);
  }
  return (
    <form
      role="search"
      aria-label={t("searchLabel")}
      className={styles.form}
      onSubmit={(event) => {
        event.preventDefault();
        onSearch(text.trim());
      }}
    >
      <InputGroup
        className={styles.field}
        size="large"
        type="search"
        leftIcon={<SearchIcon />}
        aria-label={t("searchLabel")}
        placeholder={t("searchPlaceholder")}
        maxLength={TEXT_LIMITS.query}
        value={text}
        onValueChange={setText}
        rightElement={
          query === "" ? undefined : (
            <Button variant="minimal" icon={<CrossIcon />} aria-label={t("searchEnd")} onClick={() => onSearch("")} />
          )
        }
      />
      <Button type="submit" size="large" intent={Intent.PRIMARY} text={t("search")} />
    </form>
  );
}
