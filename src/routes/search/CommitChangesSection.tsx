import { useRef } from "react";
import { CommitChangeList } from "../../components/search/CommitChangeList.tsx";
import { Skeleton } from "../../components/ui/Skeleton.tsx";
import { useTranslation } from "../../i18n/useTranslation.ts";
import { queryKeys } from "../../queries/queryKeys.ts";
import { useQuery } from "../../queries/useQuery.ts";
import { useServices } from "../appContext.tsx";
import { AsyncContent } from "../AsyncContent.tsx";
import { hrefTo } from "../paths.ts";
import { useWasInView } from "./useWasInView.ts";
import styles from "./CommitChangesSection.module.css";

export interface CommitChangesSectionProps {
  slug: string;
  /** The query whose matches are shown. */
  q: string;
  source: string;
  hash: string;
}

/** What a commit changed, loaded once it is in view. */
export function CommitChangesSection({ slug, q, source, hash }: CommitChangesSectionProps) {
  const { search } = useServices();
  const { t } = useTranslation("search");
  const query = { q, source, hash };
  const place = useRef<HTMLDivElement>(null);
  const answer = useQuery(
    useWasInView(place) ? queryKeys.commitChanges(slug, query) : null,
    (signal) => search.changes({ project: slug, ...query }, signal),
    { keepPreviousData: false },
  );
  return (
    <div ref={place}>
      <AsyncContent
        query={answer}
        failed={t("changes.failed")}
        loading={
          <div className={styles.loading}>
            <Skeleton shape="rows" count={5} height="1.25rem" />
          </div>
        }
      >
        {(data) => (
          <CommitChangeList changes={data} hrefOf={(path) => hrefTo.codeAt(slug, { source, path, revision: hash })} />
        )}
      </AsyncContent>
    </div>
  );
}
