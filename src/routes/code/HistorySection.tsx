import type { CodeContent, HistoryEntry } from "../../../contract/code/code.ts";
import { HistoryList } from "../../components/code/HistoryList.tsx";
import { EmptyState } from "../../components/patterns/EmptyState.tsx";
import { InlineNotice } from "../../components/patterns/InlineNotice.tsx";
import { Skeleton } from "../../components/ui/Skeleton.tsx";
import { Stack } from "../../components/ui/Stack.tsx";
import { useTranslation } from "../../i18n/useTranslation.ts";
import { codeKeys } from "../../queries/codeKeys.ts";
import { usePagedQuery } from "../../queries/usePagedQuery.ts";
import { asLoadState, AsyncContent } from "../AsyncContent.tsx";
import { useServices } from "../appContext.tsx";
import { LazyAddToDashboard } from "../dashboards/LazyAddToDashboard.tsx";
import { cardFilter } from "../lists/cardFilter.ts";
import { hrefTo } from "../paths.ts";
import { useMoreState } from "../lists/useMoreState.ts";
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
  const { repository, path, revision } = content;
  const { lines } = state;
  const query = {
    repository: repository.id,
    path,
    revision: revision?.hash ?? null,
    from: lines?.from,
    to: lines?.to,
  };
  const list = usePagedQuery(codeKeys.codeHistory(slug, query), async (cursor, signal) => {
    const offset = Number(cursor ?? 0);
    const answer = await code.history(slug, { ...query, offset }, signal);
    if (!answer.success) return answer;
    const { entries, has_more } = answer.data;
    const next = has_more ? String(offset + entries.length) : null;
    return { ...answer, data: { ...answer.data, results: entries, next } };
  });
  const more = useMoreState(list);
  const place = (entry: HistoryEntry) => ({ repository: repository.address, path: entry.path, revision: entry.hash });
  return (
    <AsyncContent
      query={asLoadState(list)}
      failed={t("history.failed")}
      loading={<Skeleton shape="rows" count={8} height="3rem" />}
    >
      {(first) => (
        <Stack gap={3}>
          {lines && (
            <p>
              <strong>{t("history.ofLines", { from: lines.from, to: lines.to })}</strong>{" "}
              <a href={fileHref}>{t("history.ofFile")}</a>
            </p>
          )}
          {first.status === "shown" && (
            <LazyAddToDashboard
              card={{
                kind: "list",
                title: null,
                of: "commits",
                project: slug,
                filter: cardFilter({
                  repository: repository.id,
                  path,
                  // The history of the default branch grows, while that of an addressed revision or of its lines is as it is shown.
                  revision: state.revision === null && lines === null ? null : query.revision,
                  from: query.from,
                  to: query.to,
                }),
                rows: 10,
              }}
            />
          )}
          {first.from === "index" && first.status === "shown" && (
            <InlineNotice title={t("history.fromIndex")}>{t("history.fromIndexText")}</InlineNotice>
          )}
          {first.status === "shown" ? (
            <HistoryList
              entries={list.rows}
              total={first.total}
              commitHref={({ hash }) => hrefTo.commit(slug, hash)}
              fileHref={(entry) => (entry.change === "removed" ? null : hrefTo.code(slug, place(entry)))}
              requestHref={({ address }) => hrefTo.request(slug, address)}
              issueHref={({ address }) => hrefTo.issue(slug, address)}
              personHref={({ id, name }) => hrefTo.person(slug, { id, name })}
              more={more}
            />
          ) : (
            <EmptyState headingLevel={3} title={t(`history.${first.status}`)} />
          )}
        </Stack>
      )}
    </AsyncContent>
  );
}
