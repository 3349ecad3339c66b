import type { IssueState as State } from "../../../contract/issues.ts";
import { useTranslation } from "../../i18n/useTranslation.ts";
import { IssueClosedIcon, IssueIcon } from "../ui/icons.ts";
import styles from "./IssueStateTag.module.css";

/** Whether an issue is open. Conveyed by shape and word; the colour only repeats it. */
export function IssueStateTag({ state, hasWord = true }: { state: State; hasWord?: boolean }) {
  const { t } = useTranslation("issues");
  return <IssueStateLabel state={state} word={t(`table.${state}`)} hasWord={hasWord} />;
}

export interface IssueStateLabelProps {
  state: State;
  /** The state in the reader's language. */
  word: string;
  hasWord?: boolean;
}

/** The same for a long list, whose caller looks up the words once. */
export function IssueStateLabel({ state, word, hasWord = true }: IssueStateLabelProps) {
  const Icon = state === "open" ? IssueIcon : IssueClosedIcon;
  return (
    <span className={styles.state} data-state={state}>
      {hasWord ? <Icon size={14} aria-hidden title={false} /> : <Icon size={14} title={word} />}
      {hasWord && word}
    </span>
  );
}
