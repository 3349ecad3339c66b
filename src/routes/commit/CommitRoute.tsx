import { useLoaderData, useParams } from "react-router-dom";
import type { Person } from "../../../contract/fieldSchemas.ts";
import type { Commit, MessageReference } from "../../../contract/code/commits.ts";
import { shortHash } from "../../../contract/code/shortHash.ts";
import { CommitCandidates } from "../../components/commits/CommitCandidates.tsx";
import { CommitConnections } from "../../components/commits/CommitConnections.tsx";
import { CommitFacts } from "../../components/commits/CommitFacts.tsx";
import { CommitMessage } from "../../components/commits/CommitMessage.tsx";
import { InlineNotice } from "../../components/patterns/InlineNotice.tsx";
import { LinkedText } from "../../components/patterns/LinkedText.tsx";
import { PageHeader } from "../../components/patterns/PageHeader.tsx";
import { PersonName } from "../../components/patterns/PersonName.tsx";
import { PageWithAside } from "../../components/patterns/PageWithAside.tsx";
import { Breadcrumbs } from "../../components/ui/Breadcrumbs.tsx";
import { CopyButton } from "../../components/ui/CopyButton.tsx";
import { LinkButton } from "../../components/ui/LinkButton.tsx";
import type { TextLink } from "../../domain/nameLinks.ts";
import { webHref } from "../../domain/webAddress.ts";
import { Stack } from "../../components/ui/Stack.tsx";
import { useTranslation } from "../../i18n/useTranslation.ts";
import { RelativeTime } from "../../components/ui/RelativeTime.tsx";
import { copyText } from "../browser/copyText.ts";
import { ConnectedSection } from "../graph/ConnectedSection.tsx";
import { hrefTo } from "../paths.ts";
import { usePageTitle } from "../usePageTitle.ts";
import type { CommitData } from "./commitLoader.ts";
import { DiffSection } from "./DiffSection.tsx";

export { loader, shouldRevalidate } from "./commitLoader.ts";

export function Component() {
  const { answer, project } = useLoaderData<CommitData>();
  const { slug = "", hash = "" } = useParams();
  const { t } = useTranslation("commits");
  const { commit, candidates } = answer;
  const name = project.success ? project.data.name : slug;
  const crumbs = [
    { text: name, href: hrefTo.project(slug) },
    { text: t("back"), href: hrefTo.search(slug, { facets: { kind: ["commit"] } }) },
    { text: shortHash(commit?.hash ?? hash) },
  ];
  usePageTitle(commit ? t("title", { title: commit.title, hash: shortHash(commit.hash) }) : shortHash(hash));
  if (commit === null) {
    return (
      <>
        <PageHeader title={shortHash(hash)} above={<Breadcrumbs crumbs={crumbs} />} />
        <CommitCandidates
          answer={answer}
          hash={hash}
          commitHref={(one) => hrefTo.commit(slug, one.hash)}
          personHref={(person) => hrefTo.person(slug, person)}
          searchHref={hrefTo.search(slug, { q: hash })}
        />
      </>
    );
  }
  const links = linksOf(commit, slug);
  // References count from the subject line, a newline and the body.
  const bodyStart = commit.title.length + 1;
  const elsewhere = candidates.map((one) => ({
    name: answer.repositories.find(({ id }) => id === one.repository)?.name ?? one.repository,
    href: hrefTo.commit(slug, one.hash, { source: one.repository }),
  }));
  const commitHref = (one: { readonly hash: string }) => hrefTo.commit(slug, one.hash);
  const personHref = (person: Person) => hrefTo.person(slug, person);
  const { author } = commit;
  return (
    <Stack gap={4}>
      <PageHeader
        title={<LinkedText text={commit.title} links={linksWithin(links, 0, commit.title.length)} />}
        above={<Breadcrumbs crumbs={crumbs} />}
        description={
          <>
            <PersonName name={author.name} href={author.person && personHref(author.person)} isUnderlined={false} />{" "}
            <RelativeTime at={author.at} />
          </>
        }
        actions={
          <>
            <CopyButton text={t("copyHash")} variant="outlined" onCopy={() => copyText(commit.hash)} />
            {webHref(commit.url) && (
              <LinkButton
                href={webHref(commit.url)}
                target="_blank"
                rel="noopener noreferrer"
                variant="outlined"
                text={t("atHost")}
              />
            )}
          </>
        }
      />
      <PageWithAside
        asideLabel={t("panels")}
        aside={
          <>
            <CommitFacts commit={commit} elsewhere={elsewhere} commitHref={commitHref} personHref={personHref} />
            <CommitConnections
              commit={commit}
              commitHref={commitHref}
              personHref={personHref}
              issueHref={({ address }) => hrefTo.issue(slug, address)}
              fileHref={(repository, path) => hrefTo.code(slug, { repository, path })}
              requestHref={({ address }) => hrefTo.request(slug, address)}
            />
            {commit.is_indexed && (
              <ConnectedSection
                key={`${commit.source} ${commit.hash}`}
                slug={slug}
                node={{ kind: "commit", id: commit.hash, source: commit.source }}
                without={LISTED}
              />
            )}
          </>
        }
      >
        {!commit.is_indexed && <InlineNotice>{t("notIndexed")}</InlineNotice>}
        <CommitMessage body={commit.body} links={linksWithin(links, bodyStart, bodyStart + commit.body.length)} />
        <DiffSection key={`${commit.source} ${commit.hash}`} slug={slug} commit={commit} />
      </PageWithAside>
    </Stack>
  );
}

/** Kinds that the facts and the lists of a commit have. */
const LISTED = ["issue", "request", "person"] as const;

const linksOf = ({ references }: Commit, slug: string): TextLink[] =>
  references.flatMap((reference) => {
    const link = linkOf(reference, slug);
    return link ? [{ from: reference.from, to: reference.to, ...link }] : [];
  });

function linkOf({ issue, request, commit }: MessageReference, slug: string): Omit<TextLink, "from" | "to"> | null {
  if (issue) return { href: hrefTo.issue(slug, issue.address) };
  if (commit) return { href: hrefTo.commit(slug, commit.hash) };
  return request ? { href: hrefTo.request(slug, request.address) } : null;
}

/** The links of a part of the text, counted from its beginning. */
const linksWithin = (links: readonly TextLink[], start: number, end: number): TextLink[] =>
  links
    .filter(({ from, to }) => from >= start && to <= end)
    .map((link) => ({ ...link, from: link.from - start, to: link.to - start }));
