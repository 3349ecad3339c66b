import type { SearchAnswer } from "../../../contract/search.ts";
import { MissingWord } from "./MissingWord.tsx";
import styles from "./MissingWords.module.css";

export interface MissingWordsProps {
  missing: SearchAnswer["missing"];
  /** Puts another word in the place of one that nothing matches. */
  onReplace: (word: string, by: string) => void;
}

/** Above results that were found without some of the words: which, and what may have been meant. */
export function MissingWords({ missing, onReplace }: MissingWordsProps) {
  return (
    <ul className={styles.words}>
      {missing.map((one) => (
        <MissingWord key={one.word} missing={one} hasResults onReplace={onReplace} />
      ))}
    </ul>
  );
}
