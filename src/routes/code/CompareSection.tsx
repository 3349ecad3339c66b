import { useNavigate } from "react-router-dom";
import type { CodeComparison } from "../../../contract/code/code.ts";
import type { CommitFile } from "../../../contract/code/commits.ts";
import { isFullHash, shortHash } from "../../../contract/code/shortHash.ts";
import { hasFilePage } from "../../domain/hasFilePage.ts";
import { CompareSummary } from "../../components/code/CompareSummary.tsx";
import { DiffFile } from "../../components/commits/DiffFile.tsx";
import { DiffSummary, type DiffView } from "../../components/commits/DiffSummary.tsx";
import { EmptyState } from "../../components/patterns/EmptyState.tsx";
import { Breadcrumbs } from "../../components/ui/Breadcrumbs.tsx";
import { Skeleton } from "../../components/ui/Skeleton.tsx";
import { Stack } from "../../components/ui/Stack.tsx";
import { useTranslation } from "../../i18n/useTranslation.ts";
import { codeKeys } from "../../queries/codeKeys.ts";
import { useQuery } from "../../queries/useQuery.ts";
import { AsyncContent } from "../AsyncContent.tsx";
import { useServices } from "../appContext.tsx";
import { useDiffView } from "../commit/useDiffView.ts";
import { useUnfoldedFile } from "../commit/useUnfoldedFile.ts";
import { FileImages } from "../commit/FileImages.tsx";
import { hrefTo } from "../paths.ts";
import { type CodeState, codeQuery } from "./codeUrl.ts";
import { RevisionSection } from "./RevisionSection.tsx";

export interface CompareSectionProps {
  slug: string;
  state: CodeState;
  base: string;
}

/** What differs between two revisions of a repository, or of a part of it. */
export function CompareSection({ slug, state, base }: CompareSectionProps) {
  const { code } = useServices();
  const { t } = useTranslation("code");
  const [view, changeView] = useDiffView();
  const query = queryOf(state, base, view);
  const comparison = useQuery(codeKeys.codeCompare(slug, query), (signal) => code.compare(slug, query, signal), {
    keepPreviousData: false,
  });
  return (
    <AsyncContent query={comparison} failed={t("compare.failed")} loading={<Skeleton count={12} />}>
      {(data) => (
        <LoadedComparison
          slug={slug}
          state={state}
          base={base}
          comparison={data}
          view={view}
          onViewChange={changeView}
        />
      )}
    </AsyncContent>
  );
}

const queryOf = (
  { repository, path, revision, isDirect }: CodeState,
  base: string,
  { ignoresWhitespace }: Pick<DiffView, "ignoresWhitespace">,
) =>
  ({
    repository,
    base,
    head: revision,
    path: path === "" ? undefined : path,
    against: isDirect ? "direct" : "fork",
    whitespace: ignoresWhitespace ? "ignore" : "show",
  }) as const;

interface LoadedComparisonProps extends CompareSectionProps {
  comparison: CodeComparison;
  view: DiffView;
  onViewChange: (view: DiffView) => void;
}

function LoadedComparison({ slug, state, base, comparison, view, onViewChange }: LoadedComparisonProps) {
  const { t } = useTranslation("code");
  const navigate = useNavigate();
  const { path, revision } = state;
  const { id, name, address } = comparison.repository;
  const hrefOf = (to: Partial<CodeState>) =>
    hrefTo.code(
      slug,
      { repository: address, path, revision: to.revision === undefined ? revision : to.revision },
      codeQuery({ ...state, view: null, lines: null, ...to }),
    );
  const commitHref = (hash: string) => hrefTo.commit(slug, hash);
  const { diff, head, status, fork } = comparison;
  return (
    <Stack gap={4}>
      <Breadcrumbs
        label={t("path")}
        crumbs={[
          { text: name, href: hrefTo.code(slug, { repository: address, revision }) },
          ...(path === "" ? [] : [{ text: path, href: hrefTo.code(slug, { repository: address, path, revision }) }]),
          { text: t("compare.title") },
        ]}
      />
      <CompareSummary
        comparison={comparison}
        base={
          <RevisionSection
            slug={slug}
            repository={id}
            label={t("compare.base")}
            current={nameOf(base)}
            hrefOf={(name) => hrefOf({ base: name ?? "HEAD" })}
          />
        }
        head={
          <RevisionSection
            slug={slug}
            repository={id}
            label={t("compare.head")}
            current={nameOf(revision ?? "HEAD")}
            hrefOf={(name) => hrefOf({ revision: name })}
          />
        }
        isDirect={state.isDirect}
        swapHref={hrefOf({ base: revision ?? "HEAD", revision: base })}
        commitHref={commitHref}
        personHref={(person) => hrefTo.person(slug, person)}
        onDirectChange={(isDirect) => void navigate(hrefOf({ isDirect }), { preventScrollReset: true })}
      />
      {status === "shown" && (
        <>
          <DiffSummary diff={diff} view={view} onViewChange={onViewChange} />
          {diff.files.length === 0 && <EmptyState headingLevel={3} title={t("compare.same")} />}
          {diff.files.map((file) => (
            <ComparedFile
              key={file.number}
              slug={slug}
              state={state}
              base={base}
              view={view}
              file={file}
              source={id}
              head={head?.hash ?? ""}
              fork={fork}
            />
          ))}
        </>
      )}
    </Stack>
  );
}

const nameOf = (revision: string): string => (isFullHash(revision) ? shortHash(revision) : revision);

interface ComparedFileProps extends CompareSectionProps {
  view: DiffView;
  file: CommitFile;
  /** Id of the repository. */
  source: string;
  head: string;
  fork: string | null;
}

/** One file; the lines of a folded one are loaded when the reader unfolds it. */
function ComparedFile({ slug, state, base, view, file, source, head, fork }: ComparedFileProps) {
  const { code } = useServices();
  const query = { ...queryOf(state, base, view), file: file.number };
  const unfolded = useUnfoldedFile(
    file,
    codeKeys.codeCompare(slug, query),
    (signal) => code.compare(slug, query, signal),
    (data) => data.diff.files[0],
  );
  const { repository, revision } = state;
  return (
    <DiffFile
      {...unfolded}
      layout={view.layout}
      href={hasFilePage(file) ? hrefTo.code(slug, { repository, path: file.path, revision }) : null}
      images={file.kind === "image" && <FileImages slug={slug} source={source} hash={head} parent={fork} file={file} />}
    />
  );
}
