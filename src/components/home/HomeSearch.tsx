import { TEXT_LIMITS } from "../../../contract/constants.ts";
import { useTranslation } from "../../i18n/useTranslation.ts";
import { useDebouncedText } from "../ui/useDebouncedText.ts";
import { Button } from "../ui/Button.ts";
import { InputGroup } from "../ui/InputGroup.ts";
import { CrossIcon, SearchIcon } from "../ui/icons.ts";
import { Intent } from "../ui/intent.ts";
import styles from "./HomeSearch.module.css";

export interface HomeSearchProps {
  /** The current query; empty: none. */
  query: string;
  /** Changes on a step back or forward: the query then replaces the typed text. */
  returned?: string | undefined;
  /** An empty text ends the search. */
  onSearch: (query: string) => void;
}

const trimmed = (text: string): string => text.trim();

/** Search over all projects of the reader. */
export function HomeSearch({ query, returned, onSearch }: HomeSearchProps) {
  const { t } = useTranslation("home");
  // Submitted by its button or Enter only; text typed while the address updates is kept.
  const { text, type, commit } = useDebouncedText(query, (q) => onSearch(q.trim()), {
    pause: null,
    normalize: trimmed,
    returned,
  });
  return (
    <form
      role="search"
      aria-label={t("searchLabel")}
      className={styles.form}
      onSubmit={(event) => {
        event.preventDefault();
        commit();
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
        onValueChange={type}
        rightElement={
          query === "" ? undefined : (
            <Button variant="minimal" icon={<CrossIcon />} aria-label={t("searchEnd")} onClick={() => commit("")} />
          )
        }
      />
      <Button type="submit" size="large" intent={Intent.PRIMARY} text={t("search")} />
    </form>
  );
}
