import { RULE_LOG_DAYS } from "../../../contract/integrations/ruleKinds.ts";
import type { RuleRunPage } from "../../../contract/integrations/rules.ts";
import { LoadMore } from "../../components/patterns/LoadMore.tsx";
import { RuleMatch } from "../../components/rules/RuleMatch.tsx";
import { Skeleton } from "../../components/ui/Skeleton.tsx";
import { Text } from "../../components/ui/Text.tsx";
import { useTranslation } from "../../i18n/useTranslation.ts";
import { settingsKeys } from "../../queries/settingsKeys.ts";
import { usePagedQuery } from "../../queries/usePagedQuery.ts";
import { asLoadState, AsyncContent } from "../AsyncContent.tsx";
import { useServices } from "../appContext.tsx";
import { useMoreState } from "../lists/useMoreState.ts";
import { subjectHref } from "./subjectHref.ts";

/** What fitted a rule, what was done, and what was refused. */
export function RuleLogSection({ slug, ruleId }: { slug: string; ruleId: string }) {
  const services = useServices();
  const { t } = useTranslation("rules");
  const list = usePagedQuery<RuleRunPage>(settingsKeys.ruleRuns(slug, ruleId), (cursor, signal) =>
    services.rules.runs(ruleId, cursor, signal),
  );
  const more = useMoreState(list);
  return (
    <AsyncContent
      query={asLoadState(list)}
      failed={t("logFailed")}
      loading={<Skeleton shape="rows" count={3} height="3rem" />}
    >
      {() => (
        <>
          {list.rows.length === 0 && (
            <Text as="p" tone="muted">
              {t("logEmpty", { days: RULE_LOG_DAYS })}
            </Text>
          )}
          <ul aria-label={t("log")}>
            {list.rows.map((run) => (
              <RuleMatch
                key={run.id}
                at={run.at}
                subject={run.subject}
                href={subjectHref(slug, run.subject)}
                actions={run.actions}
              />
            ))}
          </ul>
          <LoadMore {...more} text={t("more")} />
        </>
      )}
    </AsyncContent>
  );
}
