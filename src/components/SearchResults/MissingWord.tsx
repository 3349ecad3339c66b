import { Button } from "@blueprintjs/core";
import type { SearchAnswer } from "../../../contract/search.ts";
import { useWords } from "../../i18n/useWords.ts";

export interface MissingWordProps {
  missing: SearchAnswer["missing"][number];
  /** Results stand below that were found without it. */
  hasResults: boolean;
  /** Puts another word in the place of one that nothing matches. */
  onReplace: (word: string, by: string) => void;
}

/** One word that occurs nowhere, in a list of them, and what may have been meant. */
export function MissingWord({ missing: { word, suggestion }, hasResults, onReplace }: MissingWordProps) {
  const { t } = useWords("search");
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
