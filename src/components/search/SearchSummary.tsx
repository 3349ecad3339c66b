import { MAX_INDEXED_FILE_MB } from "../../../contract/constants.ts";
import type { SearchAnswer } from "../../../contract/search/search.ts";
import { useTranslation } from "../../i18n/useTranslation.ts";
import { InlineNotice } from "../patterns/InlineNotice.tsx";
import { useNow } from "../ui/Clock.ts";
import { Text } from "../ui/Text.tsx";
import styles from "./SearchSummary.module.css";

export interface SearchSummaryProps {
  answer: Pick<SearchAnswer, "took_ms" | "total" | "total_capped" | "partial"> & {
    /** Omitted in a search over several projects. */
    readonly sources?: SearchAnswer["sources"];
    /** Omitted there too. */
    readonly unsearched?: SearchAnswer["unsearched"];
  };
  /** Display names by id, for sources with the same name. */
  sourceNames?: Readonly<Record<string, string>>;
}

/** Number of results, duration and freshness: what a reader needs to judge the list. */
export function SearchSummary({ answer, sourceNames = {} }: SearchSummaryProps) {
  const { t, format } = useTranslation("search");
  const { sources = [], unsearched = [] } = answer;
  return (
    <div className={styles.summary}>
      <p className={styles.line}>
        <strong role="status">
          {t(answer.total_capped ? "atLeast" : "total", {
            count: answer.total,
            formatted: format.number(answer.total),
          })}
        </strong>
        <Text size="small" tone="muted">
          {t("took", { time: format.number(Math.round(answer.took_ms * 10) / 10) })}
        </Text>
      </p>
      {sources.length > 0 && (
        <Text as="ul" size="small" tone="muted" className={styles.sources} aria-label={t("fresh")}>
          {sources.map((source) => (
            <li key={`${source.kind} ${source.id}`} data-state={source.ready ? source.sync.state : "missing"}>
              <SourceFreshness source={{ ...source, name: sourceNames[source.id] ?? source.name }} />
            </li>
          ))}
        </Text>
      )}
      {answer.partial && (
        <InlineNotice>
          {t("unfinished", {
            searched: format.number(answer.partial.searched),
            of: format.number(answer.partial.of),
          })}
        </InlineNotice>
      )}
      {unsearched.length > 0 && (
        <InlineNotice>
          {t("unsearched", {
            count: unsearched.reduce(
              (sum, { large, over_limit: over, unreadable }) => sum + large + over + unreadable,
              0,
            ),
            limit: MAX_INDEXED_FILE_MB,
            names: format.list(unsearched.map(({ source, repository }) => sourceNames[source] ?? repository)),
          })}
        </InlineNotice>
      )}
    </div>
  );
}

function SourceFreshness({ source: { name, ready, sync } }: { source: SearchAnswer["sources"][number] }) {
  const { t, format } = useTranslation("search");
  const now = useNow();
  if (sync.state === "failed") return t("sourceFailed", { name });
  if (!ready) return t("sourceNotReady", { name });
  if (sync.state === "running" || sync.finished_at === null) return t("sourceSyncing", { name });
  return t("sourceSynced", { name, when: format.relative(sync.finished_at, now) });
}
