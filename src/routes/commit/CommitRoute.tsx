import { useLoaderData, useParams } from "react-router-dom";
import type { Commit, MessageReference } from "../../../contract/commits.ts";
import { shortHash } from "../../../contract/shortHash.ts";
import { CommitCandidates } from "../../components/commits/CommitCandidates.tsx";
import { CommitConnections } from "../../components/commits/CommitConnections.tsx";
import { CommitFacts } from "../../components/commits/CommitFacts.tsx";
import { CommitMessage } from "../../components/commits/CommitMessage.tsx";
import { LinkedText, type TextLink } from "../../components/patterns/LinkedText.tsx";
import { PageHeader } from "../../components/patterns/PageHeader.tsx";
import { Breadcrumbs } from "../../components/ui/Breadcrumbs.tsx";
import { CopyButton } from "../../components/ui/CopyButton.tsx";
import { LinkButton } from "../../components/ui/LinkButton.tsx";
import { useTranslation } from "../../i18n/useTranslation.ts";
import { copyText } from "../copyText.ts";
import { hrefTo } from "../paths.ts";
import { usePageTitle } from "../usePageTitle.ts";
import type { CommitData } from "./commitLoader.ts";
import styles from "./CommitRoute.module.css";
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
          searchHref={hrefTo.search(slug, { q: hash })}
        />
      </>
    );
  }
  const links = linksOf(commit, slug);
  const titleEnd = commit.title.length;
  const elsewhere = candidates.map((one) => ({
    name: answer.repositories.find(({ id }) => id === one.repository)?.name ?? one.repository,
    href: hrefTo.commit(slug, one.hash, { source: one.repository }),
  }));
  const commitHref = (one: { readonly hash: string }) => hrefTo.commit(slug, one.hash);
  return (
    <div className={styles.screen}>
      <PageHeader
        title={<LinkedText text={commit.title} links={links.filter(({ to }) => to <= titleEnd)} />}
        above={<Breadcrumbs crumbs={crumbs} />}
        actions={
          <>
            <CopyButton
              text={t("copyHash")}
              copied={t("copied")}
              failed={t("copyFailed")}
              variant="outlined"
              onCopy={() => copyText(commit.hash)}
            />
            {commit.url !== null && (
              <LinkButton
                href={commit.url}
                target="_blank"
                rel="noopener noreferrer"
                variant="outlined"
                text={t("atHost")}
              />
            )}
          </>
        }
      />
      <div className={styles.about}>
        <div className={styles.main}>
          <CommitMessage
            body={commit.body}
            links={links
              .filter(({ from }) => from > titleEnd)
              .map((link) => ({ ...link, from: link.from - titleEnd - 1, to: link.to - titleEnd - 1 }))}
          />
          <CommitFacts
            commit={commit}
            elsewhere={elsewhere}
            commitHref={commitHref}
            personHref={({ id, name: title }) => hrefTo.person(slug, { id, title })}
          />
        </div>
        <div className={styles.panels} role="complementary" aria-label={t("panels")}>
          <CommitConnections
            commit={commit}
            commitHref={commitHref}
            issueHref={({ address }) => hrefTo.assistance(slug, address)}
            fileHref={(repository, path) => hrefTo.code(slug, { repository, path })}
          />
        </div>
      </div>
      <DiffSection key={`${commit.source} ${commit.hash}`} slug={slug} commit={commit} />
    </div>
  );
}

const linksOf = ({ references }: Commit, slug: string): TextLink[] =>
  references.flatMap((reference) => {
    const link = linkOf(reference, slug);
    return link ? [{ from: reference.from, to: reference.to, ...link }] : [];
  });

function linkOf({ issue, request, commit }: MessageReference, slug: string): Omit<TextLink, "from" | "to"> | null {
  if (issue) return { href: hrefTo.assistance(slug, issue.address) };
  if (commit) return { href: hrefTo.commit(slug, commit.hash) };
  return request ? { href: request.url, isExternal: true } : null;
}
