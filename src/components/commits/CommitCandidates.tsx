import type { CommitAnswer, CommitSummary } from "../../../contract/code/commits.ts";
import type { Person } from "../../../contract/fieldSchemas.ts";
import { webHref } from "../../domain/webAddress.ts";
import { useTranslation } from "../../i18n/useTranslation.ts";
import { CommitLine } from "../patterns/CommitLine.tsx";
import { EmptyState } from "../patterns/EmptyState.tsx";
import { GitCommitIcon } from "../ui/icons.ts";
import { Inline } from "../ui/Inline.tsx";
import { LinkButton } from "../ui/LinkButton.tsx";
import { Stack } from "../ui/Stack.tsx";
import styles from "./CommitCandidates.module.css";

export interface CommitCandidatesProps {
  answer: Pick<CommitAnswer, "status" | "candidates" | "repositories">;
  /** As typed or linked. */
  hash: string;
  commitHref: (commit: Pick<CommitSummary, "hash" | "repository">) => string;
  personHref: (person: Person) => string;
  /** A search for the hash in everything of the project. */
  searchHref: string;
}

/** A hash that names no commit, or several: what it may be instead, and where to look. */
export function CommitCandidates({ answer, hash, commitHref, personHref, searchHref }: CommitCandidatesProps) {
  const { t } = useTranslation("commits");
  const { status, candidates, repositories } = answer;
  const isAmbiguous = status === "ambiguous";
  const hosts = isAmbiguous ? [] : repositories.filter(({ url }) => webHref(url) !== undefined);
  return (
    <Stack gap={4}>
      <EmptyState
        icon={<GitCommitIcon size={40} />}
        title={t(isAmbiguous ? "ambiguous.title" : "missing.title", { hash })}
        action={
          !isAmbiguous && (
            <Inline>
              <LinkButton href={searchHref} text={t("missing.search")} intent="primary" />
              {hosts.map(({ id, name, url }) => (
                <LinkButton
                  key={id}
                  href={webHref(url)}
                  target="_blank"
                  rel="noopener noreferrer"
                  text={t("missing.host", { name })}
                />
              ))}
            </Inline>
          )
        }
      >
        {t(isAmbiguous ? "ambiguous.text" : "missing.text")}
      </EmptyState>
      {candidates.length > 0 && (
        <section aria-label={t(isAmbiguous ? "ambiguous.list" : "missing.list")} className={styles.list}>
          {!isAmbiguous && <h2 className={styles.title}>{t("missing.list")}</h2>}
          <Stack as="ul" gap={2}>
            {candidates.map((commit) => (
              <li key={`${commit.repository} ${commit.hash}`}>
                <CommitLine
                  {...commit}
                  digits={isAmbiguous ? 12 : 7}
                  href={commitHref(commit)}
                  personHref={personHref}
                />
              </li>
            ))}
          </Stack>
        </section>
      )}
    </Stack>
  );
}
