import type { IssueState as State } from "../../../contract/issues/issues.ts";
import { useTranslation } from "../../i18n/useTranslation.ts";
import { Icon } from "../ui/Icon.tsx";
import { IssueClosedIcon, IssueIcon } from "../ui/icons.ts";
import { Text } from "../ui/Text.tsx";
import styles from "./IssueStateTag.module.css";

/** Whether an issue is open. Conveyed by shape and word; the colour only repeats it. */
export function IssueStateTag({ state, hasWord = true }: { state: State; hasWord?: boolean }) {
  const { t } = useTranslation("controls");
  return <IssueStateLabel state={state} word={t(`issueState.${state}`)} hasWord={hasWord} />;
}

export interface IssueStateLabelProps {
  state: State;
  /** The state in the reader's language. */
  word: string;
  hasWord?: boolean;
}

/** The same for a long list, whose caller looks up the words once. */
export function IssueStateLabel({ state, word, hasWord = true }: IssueStateLabelProps) {
  return (
    <span className={styles.state} data-state={state}>
      <Text tone={state === "open" ? "success" : "muted"} className={styles.icon}>
        <Icon of={state === "open" ? IssueIcon : IssueClosedIcon} size={14} {...(!hasWord && { label: word })} />
      </Text>
      {hasWord && word}
    </span>
  );
}
