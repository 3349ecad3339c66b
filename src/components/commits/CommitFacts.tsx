import type { Commit, CommitSummary, Signature } from "../../../contract/code/commits.ts";
import { shortHash } from "../../../contract/code/shortHash.ts";
import { useTranslation } from "../../i18n/useTranslation.ts";
import { Fact, FactList } from "../patterns/FactList.tsx";
import { CommitLine } from "../patterns/CommitLine.tsx";
import { PersonLink } from "../patterns/PersonLink.tsx";
import { PersonName } from "../patterns/PersonName.tsx";
import { RelativeTime } from "../ui/RelativeTime.tsx";
import { Stack } from "../ui/Stack.tsx";
import { Text } from "../ui/Text.tsx";
import { MoreLine } from "../patterns/MoreLine.tsx";
import styles from "./CommitFacts.module.css";

type Person = NonNullable<Signature["person"]>;

export interface CommitFactsProps {
  commit: Commit;
  /** The same commit in other repositories of the project. */
  elsewhere: readonly { readonly name: string; readonly href: string }[];
  commitHref: (commit: Pick<CommitSummary, "hash" | "repository">) => string;
  personHref: (person: Person) => string;
}

/** Who made a commit, when, and what is before and after it. */
export function CommitFacts({ commit, elsewhere, commitHref, personHref }: CommitFactsProps) {
  const { t } = useTranslation("commits");
  const { author, committer, credits, parents, children, children_total, merged_by } = commit;
  const isOther = author.name !== committer.name || author.email !== committer.email;
  const line = (one: CommitSummary) => <CommitLine {...one} href={commitHref(one)} personHref={personHref} />;
  return (
    <FactList layout="column">
      <Fact name={t("facts.author")}>
        <SignatureLine signature={author} personHref={personHref} />
      </Fact>
      {isOther && (
        <Fact name={t("facts.committer")}>
          <SignatureLine signature={committer} personHref={personHref} />
        </Fact>
      )}
      {credits.length > 0 && (
        <Fact name={t("facts.credits")}>
          <Stack as="ul" gap={1}>
            {credits.map(({ kind, name, person }) => (
              <li key={`${kind} ${name}`}>
                <PersonName name={name} href={person && personHref(person)} isUnderlined={false} />{" "}
                <Text size="small" tone="muted">
                  {t(`credits.${kind}`)}
                </Text>
              </li>
            ))}
          </Stack>
        </Fact>
      )}
      <Fact name={t("facts.hash")}>
        <code className={styles.hash}>{commit.hash}</code>
      </Fact>
      <Fact name={t("facts.repository")}>
        {commit.repository}
        {elsewhere.length > 0 && (
          <Text size="small" tone="muted">
            {" "}
            {t("facts.elsewhere")}{" "}
            {elsewhere.map(({ name, href }, at) => (
              <span key={href}>
                {at > 0 && ", "}
                <a href={href}>{name}</a>
              </span>
            ))}
          </Text>
        )}
      </Fact>
      <Fact name={t(parents.length === 1 ? "facts.parent" : "facts.parents")}>
        {parents.length === 0 ? (
          <Text tone="muted">{t("facts.root")}</Text>
        ) : (
          <Stack as="ul" gap={1}>
            {parents.map(({ hash, commit: known }) => (
              <li key={hash}>{known ? line(known) : <code>{shortHash(hash)}</code>}</li>
            ))}
          </Stack>
        )}
      </Fact>
      {children.length > 0 && (
        <Fact name={t(children_total === 1 ? "facts.child" : "facts.children")}>
          <Stack as="ul" gap={1}>
            {children.map((child) => (
              <li key={child.hash}>{line(child)}</li>
            ))}
            <MoreLine count={children_total - children.length} />
          </Stack>
        </Fact>
      )}
      {merged_by && <Fact name={t("facts.mergedBy")}>{line(merged_by)}</Fact>}
    </FactList>
  );
}

function SignatureLine({ signature, personHref }: { signature: Signature } & Pick<CommitFactsProps, "personHref">) {
  const { name, email, person, at } = signature;
  return (
    <span className={styles.person}>
      <PersonLink name={name} href={person && personHref(person)} />
      <Text size="small" tone="muted" overflow="anywhere">
        {email !== null && `${email} · `}
        <RelativeTime at={at} />
      </Text>
    </span>
  );
}
