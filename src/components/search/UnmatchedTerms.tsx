import type { SearchAnswer } from "../../../contract/search/search.ts";
import { UnmatchedTerm } from "./UnmatchedTerm.tsx";
import styles from "./UnmatchedTerms.module.css";

export interface UnmatchedTermsProps {
  missing: SearchAnswer["missing"];
  /** Replaces a word without matches. */
  onReplace: (word: string, by: string) => void;
}

/** Shown above results that do not contain all words: the missing ones, and suggestions. */
export function UnmatchedTerms({ missing, onReplace }: UnmatchedTermsProps) {
  return (
    <ul className={styles.words}>
      {missing.map((one) => (
        <UnmatchedTerm key={one.word} missing={one} hasResults onReplace={onReplace} />
      ))}
    </ul>
  );
}
