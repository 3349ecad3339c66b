import type { Commit, CommitDiff, CommitFile } from "../../../contract/code/commits.ts";
import type { CodeDiscussion } from "../../../contract/requests/requests.ts";
import { hasFilePage } from "../../domain/hasFilePage.ts";
import { LineDiscussions } from "../../components/requests/LineDiscussions.tsx";
import { DiffFile } from "../../components/commits/DiffFile.tsx";
import { DiffSummary, type DiffView } from "../../components/commits/DiffSummary.tsx";
import { EmptyState } from "../../components/patterns/EmptyState.tsx";
import { Skeleton } from "../../components/ui/Skeleton.tsx";
import { Stack } from "../../components/ui/Stack.tsx";
import { useTranslation } from "../../i18n/useTranslation.ts";
import { queryKeys } from "../../queries/queryKeys.ts";
import { useQuery } from "../../queries/useQuery.ts";
import { AsyncContent } from "../AsyncContent.tsx";
import { useServices } from "../appContext.tsx";
import { hrefTo } from "../paths.ts";
import { useLineDiscussions } from "../request/useLineDiscussions.ts";
import { useDiffView } from "./useDiffView.ts";
import { useUnfoldedFile } from "./useUnfoldedFile.ts";
import { FileImages } from "./FileImages.tsx";

export interface DiffSectionProps {
  slug: string;
  commit: Pick<Commit, "source" | "hash" | "url">;
}

/** What a commit changed, against one of its parents. */
export function DiffSection({ slug, commit }: DiffSectionProps) {
  const { commits } = useServices();
  const { t } = useTranslation("commits");
  const [view, changeView] = useDiffView();
  const query = queryOf(commit.source, view);
  const diff = useQuery(queryKeys.commitDiff(slug, commit.hash, query), (signal) =>
    commits.diff(slug, commit.hash, query, signal),
  );
  const paths = (diff.data?.files ?? []).flatMap(({ kind, path }) => (kind === "text" ? [path] : []));
  const discussions = useLineDiscussions(slug, commit.source, paths, commit.hash);
  return (
    <Stack as="section" gap={3} aria-label={t("diff.title")} aria-busy={diff.isLoading}>
      <AsyncContent
        query={diff}
        failed={t("diff.failed")}
        loading={<Skeleton shape="rows" count={16} height="3.25rem" />}
      >
        {(data) =>
          data.status === "unavailable" ? (
            <EmptyState title={t("diff.unavailable")}>{commit.url !== null && t("diff.unavailableText")}</EmptyState>
          ) : (
            <>
              <DiffSummary diff={data} view={view} onViewChange={changeView} />
              {data.files.length === 0 && <EmptyState title={t("diff.empty")} />}
              {data.files.map((file) => (
                <CommitFileSection
                  key={file.number}
                  slug={slug}
                  commit={commit}
                  diff={data}
                  file={file}
                  view={view}
                  discussions={discussions.ofFile(file.path)}
                />
              ))}
            </>
          )
        }
      </AsyncContent>
    </Stack>
  );
}

const queryOf = (source: string, { ignoresWhitespace, parent }: DiffView) =>
  ({ source, parent, whitespace: ignoresWhitespace ? "ignore" : "show" }) as const;

interface CommitFileSectionProps extends DiffSectionProps {
  diff: CommitDiff;
  file: CommitFile;
  view: DiffView;
  discussions: readonly CodeDiscussion[];
}

/** One file; the lines of a folded one are loaded when the reader unfolds it. */
function CommitFileSection({ slug, commit, diff, file, view, discussions }: CommitFileSectionProps) {
  const { commits } = useServices();
  const { source, hash } = commit;
  const query = { ...queryOf(source, view), file: file.number };
  const unfolded = useUnfoldedFile(
    file,
    queryKeys.commitDiff(slug, hash, query),
    (signal) => commits.diff(slug, hash, query, signal),
    (data) => data.files[0],
  );
  return (
    <DiffFile
      {...unfolded}
      layout={view.layout}
      href={hasFilePage(file) ? hrefTo.codeAt(slug, { source, path: file.path, revision: hash }) : null}
      images={
        file.kind === "image" && <FileImages slug={slug} source={source} hash={hash} parent={diff.parent} file={file} />
      }
      notes={
        discussions.length > 0 && (
          <LineDiscussions
            discussions={discussions}
            headingLevel={4}
            requestHref={({ address }) => hrefTo.request(slug, address)}
            personHref={(person) => hrefTo.person(slug, person)}
            thenHref={({ commit: revision, ...place }) => hrefTo.codeAt(slug, { source, revision, ...place })}
            lineHref={(line) => hrefTo.codeAt(slug, { source, path: file.path, revision: hash, line })}
          />
        )
      }
    />
  );
}
