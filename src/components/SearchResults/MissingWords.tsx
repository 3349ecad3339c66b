import type { SearchAnswer } from "../../../contract/search.ts";
import { MissingWord } from "./MissingWord.tsx";
import styles from "./MissingWords.module.css";

export interface MissingWordsProps {
  missing: SearchAnswer["missing"];
  /** Replaces a word without matches. */
  onReplace: (word: string, by: string) => void;
}

/** Shown above results that do not contain all words: the missing ones, and suggestions. */
export function MissingWords({ missing, onReplace }: MissingWordsProps) {
  return (
    <ul className={styles.words}>
      {missing.map((one) => (
        <MissingWord key={one.word} missing={one} hasResults onReplace={onReplace} />
      ))}
    </ul>
  );
}
