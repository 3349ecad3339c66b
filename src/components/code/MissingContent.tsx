import type { CodeContent } from "../../../contract/code/code.ts";
import type { Person } from "../../../contract/fieldSchemas.ts";
import { webHref } from "../../domain/webAddress.ts";
import { useTranslation } from "../../i18n/useTranslation.ts";
import { CommitLine } from "../patterns/CommitLine.tsx";
import { EmptyState } from "../patterns/EmptyState.tsx";
import { ForeignText } from "../ui/ForeignText.tsx";
import { Stack } from "../ui/Stack.tsx";

export interface MissingContentProps {
  content: Pick<CodeContent, "kind" | "path" | "revision" | "nearest" | "url">;
  /** The revision as it was requested. */
  requested: string | null;
  /** The page of a path, at the revision on screen, at another one, or (null) at the last synced commit. */
  hrefOf: (path: string, revision?: string | null) => string;
  commitHref: (hash: string) => string;
  personHref: (person: Person) => string;
  /** The page of what was requested as a commit; null where it cannot be one. */
  requestedHref: string | null;
}

/** Why there is nothing at an address, and the nearest pages. */
export function MissingContent(props: MissingContentProps) {
  const { content, requested, hrefOf, commitHref, personHref, requestedHref } = props;
  const { t } = useTranslation("code");
  const { kind, path, nearest, url } = content;
  if (kind === "missing")
    return (
      <EmptyState
        headingLevel={3}
        title={t(nearest?.last?.removed === true ? "missing.removed" : "missing.path", { path })}
      >
        <Stack gap={2}>
          {nearest?.renamed_to != null && (
            <span>
              {t("missing.renamed")}{" "}
              <a href={hrefOf(nearest.renamed_to)}>
                <ForeignText text={nearest.renamed_to} />
              </a>
            </span>
          )}
          {nearest?.last && (
            <span>
              {t("missing.last")}{" "}
              <CommitLine
                {...nearest.last.commit}
                href={commitHref(nearest.last.commit.hash)}
                personHref={personHref}
              />
            </span>
          )}
          {nearest?.last && (
            <a href={hrefOf(path, nearest.last.removed ? nearest.last.parent : nearest.last.commit.hash)}>
              {t("missing.before")}
            </a>
          )}
          {nearest && (
            <a href={hrefOf(nearest.folder)}>
              {nearest.folder === "" ? t("missing.root") : t("missing.folder", { folder: nearest.folder })}
            </a>
          )}
        </Stack>
      </EmptyState>
    );
  const why = kind === "no_revision" ? kind : "unread";
  return (
    <EmptyState headingLevel={3} title={t(`missing.${why}`, { revision: requested ?? "" })}>
      <Stack gap={2}>
        <span>{t(`missing.${why}Text`)}</span>
        {requested !== null && <a href={hrefOf(path, null)}>{t("missing.current")}</a>}
        {requestedHref !== null && <a href={requestedHref}>{t("missing.commit")}</a>}
        {webHref(url) && (
          <a href={webHref(url)} target="_blank" rel="noopener noreferrer">
            {t("file.atHost")}
          </a>
        )}
      </Stack>
    </EmptyState>
  );
}
