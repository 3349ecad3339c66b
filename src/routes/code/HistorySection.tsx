import type { CodeContent, HistoryEntry } from "../../../contract/code.ts";
import { HistoryList } from "../../components/code/HistoryList.tsx";
import { EmptyState } from "../../components/patterns/EmptyState.tsx";
import { ErrorState } from "../../components/patterns/ErrorState.tsx";
import { InlineNotice } from "../../components/patterns/InlineNotice.tsx";
import { Skeleton } from "../../components/ui/Skeleton.tsx";
import { Stack } from "../../components/ui/Stack.tsx";
import { useTranslation } from "../../i18n/useTranslation.ts";
import { queryKeys } from "../../queries/queryKeys.ts";
import { usePagedQuery } from "../../queries/usePagedQuery.ts";
import { useServices } from "../appContext.tsx";
import { hrefTo } from "../paths.ts";
import { useErrorMessage } from "../useErrorMessage.ts";
import type { CodeState } from "./codeUrl.ts";

export interface HistorySectionProps {
  slug: string;
  state: CodeState;
  content: Pick<CodeContent, "repository" | "path" | "revision">;
  /** The history of the whole file. */
  fileHref: string;
}

/** The commits that changed a file or some of its lines. */
export function HistorySection({ slug, state, content, fileHref }: HistorySectionProps) {
  const { code } = useServices();
  const { t } = useTranslation("code");
  const formatError = useErrorMessage();
  const { repository, path, revision } = content;
  const { lines } = state;
  const query = {
    repository: repository.id,
    path,
    revision: revision?.hash ?? null,
    from: lines?.from,
    to: lines?.to,
  };
  const { first, rows, error, pageError, paging, refetch, loadMore } = usePagedQuery(
    queryKeys.code(slug, "history", query),
    async (cursor, signal) => {
      const offset = Number(cursor ?? 0);
      const answer = await code.history(slug, { ...query, offset }, signal);
      if (!answer.success) return answer;
      const { entries, has_more } = answer.data;
      const next = has_more ? String(offset + entries.length) : null;
      return { ...answer, data: { ...answer.data, results: entries, next } };
    },
  );
  if (first === null)
    return error ? (
      <ErrorState title={t("history.failed")} failure={formatError(error)} onRetry={refetch} />
    ) : (
      <Skeleton shape="rows" count={8} height="3rem" />
    );
  const failure = pageError ?? error;
  const place = (entry: HistoryEntry) => ({ repository: repository.address, path: entry.path, revision: entry.hash });
  return (
    <Stack gap={3}>
      {lines && (
        <p>
          <strong>{t("history.ofLines", { from: lines.from, to: lines.to })}</strong>{" "}
          <a href={fileHref}>{t("history.ofFile")}</a>
        </p>
      )}
      {first.from === "index" && first.status === "shown" && (
        <InlineNotice title={t("history.fromIndex")}>{t("history.fromIndexText")}</InlineNotice>
      )}
      {first.status === "shown" ? (
        <HistoryList
          entries={rows}
          total={first.total}
          commitHref={({ hash }) => hrefTo.commit(slug, hash, { source: repository.id })}
          fileHref={(entry) => (entry.change === "removed" ? null : hrefTo.code(slug, place(entry)))}
          requestHref={({ address }) => hrefTo.request(slug, address)}
          issueHref={({ address }) => hrefTo.assistance(slug, address)}
          personHref={({ id, name }) => hrefTo.person(slug, { id, name })}
          onMore={paging === "complete" ? undefined : loadMore}
          isLoadingMore={paging === "loading"}
        />
      ) : (
        <EmptyState headingLevel={3} title={t(`history.${first.status}`)} />
      )}
      {failure && <ErrorState title={t("history.failed")} failure={formatError(failure)} onRetry={refetch} />}
    </Stack>
  );
}
