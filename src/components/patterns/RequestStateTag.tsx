import type { RequestState } from "../../../contract/requests/requests.ts";
import { useTranslation } from "../../i18n/useTranslation.ts";
import { Icon } from "../ui/Icon.tsx";
import { GitBranchIcon, GitMergeIcon, IssueClosedIcon } from "../ui/icons.ts";
import { Text } from "../ui/Text.tsx";
import styles from "./RequestStateTag.module.css";

export interface RequestStateTagProps {
  state: RequestState;
  isDraft?: boolean;
  hasWord?: boolean;
}

const ICONS = { open: GitBranchIcon, merged: GitMergeIcon, closed: IssueClosedIcon } as const;

/** Whether a request is open, merged or closed. Conveyed by shape and word; the colour only repeats it. */
export function RequestStateTag({ state, isDraft = false, hasWord = true }: RequestStateTagProps) {
  const { t } = useTranslation("controls");
  const word = t(`requestState.${isDraft && state === "open" ? "draft" : state}`);
  return (
    <span className={styles.state}>
      <Text tone={state === "open" && !isDraft ? "success" : "muted"} className={styles.icon}>
        <Icon of={ICONS[state]} size={14} {...(!hasWord && { label: word })} />
      </Text>
      {hasWord && word}
    </span>
  );
}
