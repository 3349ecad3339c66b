import { useId, type ReactNode } from "react";
import { DisclosureButton } from "../ui/DisclosureButton.tsx";
import { Inline } from "../ui/Inline.tsx";
import { ScoreBar, type ScoreBarProps } from "../ui/ScoreBar.tsx";
import { Text } from "../ui/Text.tsx";
import styles from "./RankedItem.module.css";

export interface RankedItemProps {
  /** Position in the list, from 1. */
  rank: number;
  /** What is ranked. */
  name: ReactNode;
  /** The name as a link, after the button that opens the evidence. The button still needs its name. */
  nameLink?: ReactNode;
  headingLevel: 2 | 3;
  score: Required<ScoreBarProps>;
  /** A link or button of the row. */
  action?: ReactNode;
  /** Facts that are not part of the score. */
  facts?: ReactNode;
  /** The strongest reasons, shown while the evidence is hidden. */
  summary: readonly { readonly text: string; readonly isAgainst?: boolean }[];
  isOpen: boolean;
  onToggle: () => void;
  /** The evidence, shown while it is open. */
  children: ReactNode;
}

/** One entry of a ranking as a list item: rank, name, score and reasons. Its evidence expands in place. */
export function RankedItem(props: RankedItemProps) {
  const { rank, name, nameLink, headingLevel, score, action, facts, summary, isOpen, onToggle, children } = props;
  const id = useId();
  const Heading = `h${headingLevel}` as const;
  return (
    <li className={styles.item}>
      <Inline gap={1} align="start" wraps={false}>
        <Heading className={styles.head} data-linked={nameLink !== undefined || undefined}>
          <DisclosureButton isOpen={isOpen} controls={id} onToggle={onToggle}>
            <Text tone="muted" className={styles.rank} aria-hidden>
              {rank}
            </Text>
            {name}
          </DisclosureButton>
          {nameLink}
        </Heading>
        {action}
      </Inline>
      <div className={styles.body}>
        <ScoreBar {...score} />
        {facts}
        {!isOpen && summary.length > 0 && (
          <Text as="ul" tone="muted" className={styles.summary}>
            {summary.map(({ text, isAgainst = false }) => (
              <li key={text} data-against={isAgainst || undefined}>
                {text}
              </li>
            ))}
          </Text>
        )}
        <div id={id} className={styles.evidence} hidden={!isOpen}>
          {isOpen && children}
        </div>
      </div>
    </li>
  );
}
