import { IssueClosedIcon, IssueIcon } from "@blueprintjs/icons";
import type { IssueState as State } from "../../../contract/issues.ts";
import { useWords } from "../../i18n/useWords.ts";
import styles from "./IssueState.module.css";

/** Whether an issue is open. Told by shape and word, the colour only repeats it. */
export function IssueState({ state, hasWord = true }: { state: State; hasWord?: boolean }) {
  const { t } = useWords("issues");
  const word = t(`table.${state}`);
  const Icon = state === "open" ? IssueIcon : IssueClosedIcon;
  return (
    <span className={styles.state} data-state={state}>
      {hasWord ? <Icon size={14} aria-hidden title={false} /> : <Icon size={14} title={word} />}
      {hasWord && word}
    </span>
  );
}
