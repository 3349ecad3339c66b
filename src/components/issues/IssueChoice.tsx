import type { IssueCard } from "../../../contract/issues.ts";
import { useTranslation } from "../../i18n/useTranslation.ts";
import { EmptyState } from "../patterns/EmptyState.tsx";
import { RelativeTime } from "../ui/RelativeTime.tsx";
import { Stack } from "../ui/Stack.tsx";
import { Text } from "../ui/Text.tsx";
import { IssueLink } from "./IssueLink.tsx";
import styles from "./IssueChoice.module.css";

export interface IssueChoiceProps {
  /** The number or key, as the address has it. */
  name: string;
  issues: readonly IssueCard[];
  /** Names of the trackers, by id. */
  trackers: ReadonlyMap<string, string>;
  hrefOf: (address: string) => string;
}

/** The issues of several trackers that have one number: the reader chooses. */
export function IssueChoice({ name, issues, trackers, hrefOf }: IssueChoiceProps) {
  const { t } = useTranslation("assistance");
  return (
    <Stack gap={4}>
      <EmptyState title={t("choice.title", { name })}>{t("choice.text")}</EmptyState>
      <div className={styles.list}>
        <Stack as="ul" gap={3} aria-label={t("choice.list")}>
          {issues.map((issue) => (
            <li key={issue.id}>
              <IssueLink issue={issue} href={hrefOf(issue.address)} />
              <Text as="div" size="small" tone="muted">
                {trackers.get(issue.tracker)} · <RelativeTime at={issue.updated_at} />
              </Text>
            </li>
          ))}
        </Stack>
      </div>
    </Stack>
  );
}
