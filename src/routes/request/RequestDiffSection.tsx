import { type ReactNode, useMemo } from "react";
import type { CommitFile } from "../../../contract/code/commits.ts";
import type { ChangeRequest, RequestDiff, ReviewThread } from "../../../contract/requests/requests.ts";
import { DiffFile } from "../../components/commits/DiffFile.tsx";
import { DiffSummary, type DiffView } from "../../components/commits/DiffSummary.tsx";
import { EmptyState } from "../../components/patterns/EmptyState.tsx";
import { HostFiles } from "../../components/requests/HostFiles.tsx";
import { ReviewThreadCard } from "../../components/requests/ReviewThreadCard.tsx";
import { Skeleton } from "../../components/ui/Skeleton.tsx";
import { Stack } from "../../components/ui/Stack.tsx";
import { hasFilePage } from "../../domain/hasFilePage.ts";
import { placeThreads } from "../../domain/placedThreads.ts";
import { useTranslation } from "../../i18n/useTranslation.ts";
import { requestKeys } from "../../queries/requestKeys.ts";
import { useQuery } from "../../queries/useQuery.ts";
import { AsyncContent } from "../AsyncContent.tsx";
import { useServices } from "../appContext.tsx";
import { useUnfoldedFile } from "../commit/useUnfoldedFile.ts";
import { FileImages } from "../commit/FileImages.tsx";
import { useDiffView } from "../commit/useDiffView.ts";
import { hrefTo } from "../paths.ts";
import { useNamesOfRequest } from "./useNamesOfRequest.ts";

export interface RequestDiffSectionProps {
  slug: string;
  request: ChangeRequest;
}

/** What a request changes, with its discussions at their files. */
export function RequestDiffSection({ slug, request }: RequestDiffSectionProps) {
  const { requests } = useServices();
  const { t } = useTranslation("requests");
  const [view, changeView] = useDiffView();
  const query = queryOf(slug, request, view);
  const diff = useQuery(requestKeys.requestDiff(slug, query), (signal) => requests.diff(query, signal));
  const threads = useMemo(
    () =>
      Map.groupBy(
        request.timeline.flatMap((entry) => (entry.kind === "thread" ? [entry.thread] : [])),
        ({ path }) => path,
      ),
    [request.timeline],
  );
  return (
    <Stack as="section" gap={3} aria-label={t("changes.title")} aria-busy={diff.isLoading}>
      <AsyncContent query={diff} failed={t("changes.failed")} loading={<Skeleton count={10} />}>
        {(data) =>
          data.status === "unavailable" ? (
            <EmptyState title={t("changes.unavailable")}>{t("changes.unavailableText")}</EmptyState>
          ) : data.status === "listed" ? (
            <HostFiles
              files={data.host_files}
              hrefOf={(path) => hrefTo.search(slug, { q: path, facets: { kind: ["code"] } })}
            />
          ) : (
            <>
              <DiffSummary
                diff={{ ...data, status: "shown", parents: [], parent: data.base }}
                view={view}
                onViewChange={changeView}
              />
              {data.files.length === 0 && <EmptyState title={t("changes.empty")} />}
              {data.files.map((file) => (
                <RequestFileSection
                  key={file.number}
                  slug={slug}
                  request={request}
                  diff={data}
                  file={file}
                  view={view}
                  threads={threads}
                />
              ))}
              <OtherThreads slug={slug} request={request} files={data.files} threads={threads} />
            </>
          )
        }
      </AsyncContent>
    </Stack>
  );
}

interface OtherThreadsProps extends RequestDiffSectionProps {
  files: readonly CommitFile[];
  threads: ReadonlyMap<string, readonly ReviewThread[]>;
}

/** Discussions at files that the difference no longer has, or not within its limit. */
function OtherThreads({ slug, request, files, threads }: OtherThreadsProps) {
  const { t } = useTranslation("requests");
  const shown = new Set(files.flatMap(({ path, old_path: before }) => (before === null ? [path] : [path, before])));
  const others = [...threads].flatMap(([path, own]) => (shown.has(path) ? [] : own));
  if (others.length === 0) return null;
  return (
    <Stack as="section" gap={3} aria-label={t("changes.elsewhere")}>
      <h2>{t("changes.elsewhere")}</h2>
      <ThreadList slug={slug} request={request} threads={others} headingLevel={3} />
    </Stack>
  );
}

const queryOf = (slug: string, { id }: Pick<ChangeRequest, "id">, { ignoresWhitespace }: DiffView) =>
  ({ project: slug, request: id, whitespace: ignoresWhitespace ? "ignore" : "show" }) as const;

interface ThreadListProps {
  slug: string;
  request: ChangeRequest;
  threads: readonly ReviewThread[];
  headingLevel: 3 | 4;
  /** The lines above each comment; left out where the page shows them. */
  hasCode?: boolean;
}

function ThreadList({ slug, request, threads, headingLevel, hasCode = true }: ThreadListProps) {
  const nameHrefs = useNamesOfRequest(slug, request);
  return (
    <Stack gap={3}>
      {threads.map((thread) => (
        <ReviewThreadCard
          key={thread.id}
          thread={hasCode ? thread : { ...thread, hunk: null }}
          href={null}
          headingLevel={headingLevel}
          base={request.url}
          personHref={(person) => hrefTo.person(slug, person)}
          nameHrefs={nameHrefs}
        />
      ))}
    </Stack>
  );
}

interface RequestFileSectionProps extends RequestDiffSectionProps {
  diff: RequestDiff;
  file: CommitFile;
  view: DiffView;
  /** By path. */
  threads: ReadonlyMap<string, readonly ReviewThread[]>;
}

/** One file; the lines of a folded one are loaded when the reader unfolds it. */
function RequestFileSection({ slug, request, diff, file, view, threads }: RequestFileSectionProps) {
  const { requests } = useServices();
  const query = { ...queryOf(slug, request, view), file: file.number };
  const unfolded = useUnfoldedFile(
    file,
    requestKeys.requestDiff(slug, query),
    (signal) => requests.diff(query, signal),
    (data) => data.files[0],
  );
  const { source, head, base } = diff;
  const { hunks } = unfolded.file;
  const { path, old_path: before } = file;
  const { inside, outside } = useMemo(() => {
    const own = [path, ...(before === null ? [] : [before])].flatMap((one) => threads.get(one) ?? []);
    return placeThreads(hunks, own);
  }, [hunks, threads, path, before]);
  const lineNotes = useMemo(
    (): ReadonlyMap<string, ReactNode> =>
      new Map(
        [...inside].map(([key, own]) => [
          key,
          <ThreadList key={key} slug={slug} request={request} threads={own} headingLevel={4} hasCode={false} />,
        ]),
      ),
    [inside, slug, request],
  );
  return (
    <div id={encodeURIComponent(file.path)}>
      <DiffFile
        {...unfolded}
        layout={view.layout}
        href={
          hasFilePage(file) && source !== null ? hrefTo.codeAt(slug, { source, path: file.path, revision: head }) : null
        }
        images={
          file.kind === "image" &&
          source !== null &&
          head !== null && <FileImages slug={slug} source={source} hash={head} parent={base} file={file} />
        }
        lineNotes={lineNotes}
        notes={outside.length > 0 && <ThreadList slug={slug} request={request} threads={outside} headingLevel={4} />}
      />
    </div>
  );
}
