import type { CardContent } from "../../../contract/insights/cardContents.ts";
import { shortHash } from "../../../contract/code/shortHash.ts";
import { ListedRows } from "../../components/dashboards/ListedRows.tsx";
import { IssueLink } from "../../components/patterns/IssueLink.tsx";
import { RequestLink } from "../../components/patterns/RequestLink.tsx";
import { ForeignText } from "../../components/ui/ForeignText.tsx";
import { Inline } from "../../components/ui/Inline.tsx";
import { Stack } from "../../components/ui/Stack.tsx";
import { Text } from "../../components/ui/Text.tsx";
import { useTranslation } from "../../i18n/useTranslation.ts";
import { hrefTo } from "../paths.ts";

const KINDS = ["issues", "requests", "results", "documents", "commits"] as const;
export type ListContent = Extract<CardContent, { kind: (typeof KINDS)[number] }>;

/** Whether a card lists things that have pages of their own. */
export const isListContent = (content: CardContent): content is ListContent =>
  (KINDS as readonly string[]).includes(content.kind);

export interface CardListProps {
  content: ListContent;
  /** The project of the content; null: several. */
  project: string | null;
}

/** The first of what a filter has, and of how many they are the first. */
export function CardList({ content, project }: CardListProps) {
  const { t, format } = useTranslation("dashboards");
  const { count, results } = content;
  if (results.length === 0)
    return (
      <Text as="p" tone="muted">
        {t(content.kind === "documents" ? "documentsEmpty" : "listEmpty")}
      </Text>
    );
  const isCapped = "capped" in content && content.capped;
  const all =
    count === null ? null : t(isCapped ? "count.atLeast" : "count.exactly", { formatted: format.number(count) });
  return (
    <Stack gap={2}>
      <Rows content={content} project={project} />
      {all !== null && (count ?? 0) > results.length && (
        <Text as="p" size="small" tone="muted">
          {t("listPart", { shown: format.number(results.length), all })}
        </Text>
      )}
    </Stack>
  );
}

/** In a list over several projects: their numbers begin at 1 each. */
const ProjectOfRow = ({ name }: { name: string }) => (
  <Text size="small" tone="muted">
    <ForeignText text={name} />
  </Text>
);

function Rows({ content, project }: CardListProps) {
  const { t } = useTranslation("dashboards");
  const { t: tKinds } = useTranslation("search");
  const hasKinds = content.kind === "results" && new Set(content.results.map(({ kind }) => kind)).size > 1;
  switch (content.kind) {
    case "issues":
      return (
        <Stack as="ul" gap={1}>
          {content.results.map((issue) => (
            <li key={issue.id}>
              <Inline gap={2}>
                <IssueLink issue={issue} href={hrefTo.issue(issue.project, issue.address)} />
                {project === null && <ProjectOfRow name={issue.project_name} />}
              </Inline>
            </li>
          ))}
        </Stack>
      );
    case "requests":
      return (
        <Stack as="ul" gap={1}>
          {content.results.map((request) => (
            <li key={request.id}>
              <Inline gap={2}>
                <RequestLink request={request} href={hrefTo.request(request.project, request.address)} />
                {project === null && <ProjectOfRow name={request.project_name} />}
              </Inline>
            </li>
          ))}
        </Stack>
      );
    case "results":
      return (
        <ListedRows
          rows={content.results.map((result) => ({
            key: `${result.project.slug} ${result.kind} ${result.source} ${result.id} ${result.path} ${result.hash}`,
            text: result.title,
            href: hrefTo.searchResult(result.project.slug, result),
            facts: [
              ...(hasKinds ? [tKinds(`kind.${result.kind}`)] : []),
              ...(result.path !== null && result.path !== result.title ? [result.path] : []),
              ...(project === null ? [result.project.name] : []),
            ],
            at: result.updated_at,
          }))}
        />
      );
    case "documents":
      return (
        <ListedRows
          rows={content.results.map((page) => ({
            key: `${page.source} ${page.path}`,
            text: page.name,
            href: hrefTo.document(page.project.slug, { source: page.source, path: page.path }),
            facts: [
              ...(page.stale_references ? [t("outdatedNames", { count: page.stale_references })] : []),
              ...(project === null ? [page.project.name] : []),
            ],
            at: page.updated_at,
          }))}
        />
      );
    case "commits":
      return (
        <ListedRows
          rows={content.results.map(({ hash, title, author, at, project: { slug, name } }) => ({
            key: `${slug} ${hash}`,
            text: title === "" ? shortHash(hash) : title,
            href: hrefTo.commit(slug, hash),
            facts: [shortHash(hash), ...(author === "" ? [] : [author]), ...(project === null ? [name] : [])],
            at,
          }))}
        />
      );
  }
}
