import { Button } from "@blueprintjs/core";
import type { SearchAnswer } from "../../../contract/search.ts";
import { useWords } from "../../i18n/useWords.ts";
import styles from "./MissingWords.module.css";

export interface MissingWordsProps {
  missing: SearchAnswer["missing"];
  /** Puts another word in the place of one that nothing matches. */
  onReplace: (word: string, by: string) => void;
}

/** Above results that were found without some of the words: which, and what may have been meant. */
export function MissingWords({ missing, onReplace }: MissingWordsProps) {
  const { t } = useWords("search");
  return (
    <ul className={styles.words}>
      {missing.map(({ word, suggestion }) => (
        <li key={word}>
          {t("nothing.without", { word: `“${word}”` })}{" "}
          {suggestion !== null && (
            <Button
              size="small"
              variant="outlined"
              text={t("nothing.didYouMean", { word: `“${suggestion}”` })}
              onClick={() => onReplace(word, suggestion)}
            />
          )}
        </li>
      ))}
    </ul>
  );
}
