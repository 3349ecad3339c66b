import { FileMatchList } from "../../components/search/FileMatchList.tsx";
import { Skeleton } from "../../components/ui/Skeleton.tsx";
import { useTranslation } from "../../i18n/useTranslation.ts";
import { queryKeys } from "../../queries/queryKeys.ts";
import { useQuery } from "../../queries/useQuery.ts";
import { useServices } from "../appContext.tsx";
import { AsyncContent } from "../AsyncContent.tsx";
import { hrefTo } from "../paths.ts";

export interface FileMatchesSectionProps {
  slug: string;
  /** The query whose matches are listed. */
  q: string;
  source: string;
  path: string;
  /** The commit that the file is of; null: that of the default branch. */
  revision: string | null;
}

/** All matches of a query in one file, loaded when the reader unfolds them. */
export function FileMatchesSection({ slug, q, source, path, revision }: FileMatchesSectionProps) {
  const { search } = useServices();
  const { t } = useTranslation("search");
  const query = { q, source, path };
  const answer = useQuery(queryKeys.fileMatches(slug, query), (signal) => search.matches(slug, query, signal), {
    isLive: true,
  });
  return (
    <AsyncContent
      query={answer}
      failed={t("matches.failed")}
      loading={<Skeleton shape="rows" count={3} height="1.5rem" />}
    >
      {(data) => (
        <FileMatchList matches={data} hrefOf={(line) => hrefTo.codeAt(slug, { source, path, line, revision })} />
      )}
    </AsyncContent>
  );
}
