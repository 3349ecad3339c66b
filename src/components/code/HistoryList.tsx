import type { HistoryEntry } from "../../../contract/code/code.ts";
import { shortHash } from "../../../contract/code/shortHash.ts";
import { useTranslation } from "../../i18n/useTranslation.ts";
import { LoadMore, type MoreState } from "../patterns/LoadMore.tsx";
import { PersonName } from "../patterns/PersonName.tsx";
import { CodeSnippet, type CodeSnippetLine } from "../ui/CodeSnippet.tsx";
import { RelativeTime } from "../ui/RelativeTime.tsx";
import { Stack } from "../ui/Stack.tsx";
import { Tag } from "../ui/Tag.tsx";
import { Text } from "../ui/Text.tsx";
import { ForeignText } from "../ui/ForeignText.tsx";
import styles from "./HistoryList.module.css";

export interface HistoryListProps {
  entries: readonly HistoryEntry[];
  /** Null where it is not known how many there are. */
  total: number | null;
  commitHref: (entry: HistoryEntry) => string;
  /** The file as it was in that commit; null where it is gone. */
  fileHref: (entry: HistoryEntry) => string | null;
  issueHref: (issue: HistoryEntry["issues"][number]) => string;
  requestHref: (request: HistoryEntry["requests"][number]) => string;
  personHref: (person: NonNullable<HistoryEntry["person"]>) => string;
  /** The commits behind those that are loaded. */
  more: MoreState;
}

/** The commits that changed a file or a part of it, newest first. */
export function HistoryList(props: HistoryListProps) {
  const { entries, total, more } = props;
  const { t } = useTranslation("code");
  return (
    <Stack gap={3}>
      <Text as="p" size="small" tone="muted">
        {total === null ? t("history.shown", { count: entries.length }) : t("history.count", { count: total })}
      </Text>
      <ol className={styles.list}>
        {entries.map((entry) => (
          <li key={`${entry.hash} ${entry.path}`} className={styles.entry}>
            <Entry {...props} entry={entry} />
          </li>
        ))}
      </ol>
      <LoadMore {...more} text={t("history.more")} />
    </Stack>
  );
}

function Entry({
  entry,
  commitHref,
  fileHref,
  issueHref,
  requestHref,
  personHref,
}: HistoryListProps & { entry: HistoryEntry }) {
  const { t } = useTranslation("code");
  const { hash, title, author, person, at, old_path, path, change, issues, requests, patch } = entry;
  const here = fileHref(entry);
  return (
    <Stack gap={1}>
      <div className={styles.head}>
        <a href={commitHref(entry)} className={styles.title}>
          <ForeignText text={title || shortHash(hash)} />
        </a>
        {change !== null && change !== "modified" && <Tag>{t(`history.change.${change}`)}</Tag>}
        {here !== null && (
          <a href={here} aria-label={t("history.fileAt", { hash: shortHash(hash) })}>
            <code>{shortHash(hash)}</code>
          </a>
        )}
      </div>
      <Text as="p" size="small" tone="muted" className={styles.facts}>
        <PersonName name={person?.name ?? author} href={person && personHref(person)} isUnderlined={false} />
        <RelativeTime at={at} />
        {issues.map((issue) => (
          <a key={issue.id} href={issueHref(issue)}>
            {issue.key} <ForeignText text={issue.title} />
          </a>
        ))}
        {requests.map((request) => (
          <a key={request.url} href={requestHref(request)}>
            {request.key} <ForeignText text={request.title} />
          </a>
        ))}
        {old_path !== null && (
          <span>
            <ForeignText text={t("history.renamed", { from: old_path, to: path })} />
          </span>
        )}
      </Text>
      {patch.length > 0 && (
        <CodeSnippet
          overflow="scroll"
          label={t("history.patch", { hash: shortHash(hash) })}
          lines={patchLines(patch)}
        />
      )}
    </Stack>
  );
}

const patchLines = (patch: readonly string[]): CodeSnippetLine[] =>
  patch.map((line) => {
    const change = line.startsWith("+") ? "added" : line.startsWith("-") ? "removed" : undefined;
    const text = /^[+\- ]/.test(line) ? line.slice(1) : line;
    return { number: null, parts: [{ text, match: false }], change };
  });
