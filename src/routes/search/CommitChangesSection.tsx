import { CommitChangeList } from "../../components/search/CommitChangeList.tsx";
import { Skeleton } from "../../components/ui/Skeleton.tsx";
import { useTranslation } from "../../i18n/useTranslation.ts";
import { queryKeys } from "../../queries/queryKeys.ts";
import { useQuery } from "../../queries/useQuery.ts";
import { useServices } from "../appContext.tsx";
import { AsyncContent } from "../AsyncContent.tsx";
import { hrefTo } from "../paths.ts";

export interface CommitChangesSectionProps {
  slug: string;
  /** The query whose matches are shown. */
  q: string;
  source: string;
  hash: string;
}

/** What a commit changed, loaded when the reader unfolds it. */
export function CommitChangesSection({ slug, q, source, hash }: CommitChangesSectionProps) {
  const { search } = useServices();
  const { t } = useTranslation("search");
  const query = { q, source, hash };
  const answer = useQuery(queryKeys.commitChanges(slug, query), (signal) => search.changes(slug, query, signal), {
    keepPreviousData: false,
  });
  return (
    <AsyncContent
      query={answer}
      failed={t("changes.failed")}
      loading={<Skeleton shape="rows" count={3} height="1.5rem" />}
    >
      {(data) => (
        <CommitChangeList changes={data} hrefOf={(path) => hrefTo.codeAt(slug, { source, path, revision: hash })} />
      )}
    </AsyncContent>
  );
}
