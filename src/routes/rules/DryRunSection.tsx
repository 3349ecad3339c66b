import { useState } from "react";
import type { DryRun, DryRunEntry } from "../../../contract/integrations/rules.ts";
import { LoadMore } from "../../components/patterns/LoadMore.tsx";
import { DryRunResult } from "../../components/rules/DryRunResult.tsx";
import { RuleMatch } from "../../components/rules/RuleMatch.tsx";
import { useTranslation } from "../../i18n/useTranslation.ts";
import { settingsKeys } from "../../queries/settingsKeys.ts";
import { useMutation } from "../../queries/useMutation.ts";
import type { ApiError } from "../../services/result.ts";
import { useServices } from "../appContext.tsx";
import { useErrorMessage } from "../useErrorMessage.ts";
import { subjectHref } from "./subjectHref.ts";

export interface Trial {
  /** Null before the first one. */
  readonly found: { readonly last: DryRun; readonly results: readonly DryRunEntry[] } | null;
  readonly isPending: boolean;
  readonly isLoadingMore: boolean;
  readonly error: ApiError | null;
  readonly moreError: ApiError | null;
  readonly start: () => void;
  readonly more: () => void;
  readonly forget: () => void;
}

/** A dry run, part by part. After it the rule can be turned on. */
export function useDryRun(slug: string, ruleId: string): Trial {
  const services = useServices();
  const [found, setFound] = useState<Trial["found"]>(null);
  const first = useMutation(() => services.rules.dryRun(ruleId, null), {
    invalidates: [settingsKeys.rules(slug)],
    onSuccess: (last) => setFound({ last, results: last.results }),
  });
  const next = useMutation((cursor: string) => services.rules.dryRun(ruleId, cursor), {
    onSuccess: (last) => setFound((now) => ({ last, results: [...(now?.results ?? []), ...last.results] })),
  });
  return {
    found,
    isPending: first.isPending,
    isLoadingMore: next.isPending,
    error: first.error,
    moreError: next.error,
    start: () => void first.mutate(),
    more: () => {
      const cursor = found?.last.next ?? null;
      if (cursor !== null) void next.mutate(cursor);
    },
    forget: () => setFound(null),
  };
}

/** What the rule would have done, once it was asked for. */
export function DryRunSection({ slug, trial }: { slug: string; trial: Trial }) {
  const { t } = useTranslation("rules");
  const formatError = useErrorMessage();
  const { found, isLoadingMore, moreError, more } = trial;
  return (
    <div role="status">
      {found && (
        <DryRunResult counts={found.last}>
          <ul aria-label={t("dryRun")}>
            {found.results.map((entry, position) => (
              <RuleMatch
                key={`${position} ${entry.subject.address}`}
                at={entry.at}
                subject={entry.subject}
                href={subjectHref(slug, entry.subject)}
                actions={entry.actions}
              />
            ))}
          </ul>
          <LoadMore
            paging={found.last.next === null ? "complete" : isLoadingMore ? "loading" : moreError ? "failed" : "more"}
            failure={moreError && formatError(moreError)}
            onMore={more}
            text={t("more")}
          />
        </DryRunResult>
      )}
    </div>
  );
}
