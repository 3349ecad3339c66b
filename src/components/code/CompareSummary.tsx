import type { ReactNode } from "react";
import type { CodeComparison } from "../../../contract/code/code.ts";
import type { Person } from "../../../contract/fieldSchemas.ts";
import { useTranslation } from "../../i18n/useTranslation.ts";
import { CommitLine } from "../patterns/CommitLine.tsx";
import { Disclosure } from "../ui/Disclosure.tsx";
import { EmptyState } from "../patterns/EmptyState.tsx";
import { Inline } from "../ui/Inline.tsx";
import { LinkButton } from "../ui/LinkButton.tsx";
import { Stack } from "../ui/Stack.tsx";
import { Switch } from "../ui/Switch.tsx";
import { Text } from "../ui/Text.tsx";
import styles from "./CompareSummary.module.css";

export interface CompareSummaryProps {
  comparison: Pick<CodeComparison, "status" | "commits" | "commits_total" | "behind">;
  /** The pickers of both revisions. */
  base: ReactNode;
  head: ReactNode;
  /** Against the base itself, and not against where both separated. */
  isDirect: boolean;
  swapHref: string;
  commitHref: (hash: string) => string;
  personHref: (person: Person) => string;
  onDirectChange: (isDirect: boolean) => void;
}

/** What lies between two revisions. */
export function CompareSummary(props: CompareSummaryProps) {
  const { comparison, base, head, isDirect, swapHref, commitHref, personHref, onDirectChange } = props;
  const { t } = useTranslation("code");
  const { status, commits, commits_total: total, behind } = comparison;
  return (
    <Stack gap={3}>
      <Inline gap={3}>
        <Inline gap={1}>
          <Text tone="muted">{t("compare.base")}</Text>
          {base}
        </Inline>
        <Inline gap={1}>
          <Text tone="muted">{t("compare.head")}</Text>
          {head}
        </Inline>
        <LinkButton size="small" variant="minimal" href={swapHref} text={t("compare.swap")} />
        <Switch
          label={t("compare.direct")}
          checked={isDirect}
          onChange={(event) => onDirectChange(event.currentTarget.checked)}
        />
      </Inline>
      {status === "shown" ? (
        <>
          <Text as="p" tone="muted">
            {t("compare.commits", { count: total })} {behind > 0 && t("compare.behind", { count: behind })}
          </Text>
          {commits.length > 0 && (
            <Disclosure summary={t("compare.list")} isInitiallyOpen={commits.length <= 5}>
              <ul className={styles.list}>
                {commits.map((commit) => (
                  <li key={commit.hash}>
                    <CommitLine {...commit} href={commitHref(commit.hash)} personHref={personHref} />
                  </li>
                ))}
              </ul>
            </Disclosure>
          )}
        </>
      ) : (
        <EmptyState headingLevel={3} title={t(`compare.${status}`)} />
      )}
    </Stack>
  );
}
