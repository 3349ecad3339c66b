import type { SearchAnswer } from "../../../contract/search/search.ts";
import { useTranslation } from "../../i18n/useTranslation.ts";
import { Button } from "../ui/Button.tsx";

export interface UnmatchedTermProps {
  missing: SearchAnswer["missing"][number];
  /** Results without this word are shown below. */
  hasResults: boolean;
  /** Replaces a word without matches. */
  onReplace: (word: string, by: string) => void;
}

/** A word without matches, as a list item, and a suggestion. */
export function UnmatchedTerm({ missing: { word, suggestion }, hasResults, onReplace }: UnmatchedTermProps) {
  const { t } = useTranslation("search");
  return (
    <li>
      {t(hasResults ? "nothing.without" : "nothing.missing", { word: `“${word}”` })}{" "}
      {suggestion !== null && (
        <Button
          size="small"
          variant="outlined"
          text={t("nothing.didYouMean", { word: `“${suggestion}”` })}
          onClick={() => onReplace(word, suggestion)}
        />
      )}
    </li>
  );
}
