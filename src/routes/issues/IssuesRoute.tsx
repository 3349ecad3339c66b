import { Suspense } from "react";
import { useLoaderData } from "react-router-dom";
import { mayInProject } from "../../../contract/access/policy.ts";
import { Skeleton } from "../../components/ui/Skeleton.tsx";
import { useTranslation } from "../../i18n/useTranslation.ts";
import { listLoader } from "../lists/listLoader.ts";
import { hrefTo } from "../paths.ts";
import { keepOnSameKey } from "../loading/keepOnSameKey.ts";
import { usePrefetchOnIdle } from "../loading/usePrefetchOnIdle.ts";
import { usePageTitle } from "../usePageTitle.ts";
import { useProject } from "../project/useProject.ts";
import { issueDataKey, issuesQuery, readIssueUrl } from "./issueUrl.ts";
import { useMovedIssueForm } from "./useMovedIssueForm.ts";
import { IssueListPage } from "./IssueListPage.tsx";
import { LinkButton } from "../../components/ui/LinkButton.tsx";
import { ClipboardIcon, PlusIcon } from "../../components/ui/icons.ts";
import { Text } from "../../components/ui/Text.tsx";
import { Inline } from "../../components/ui/Inline.tsx";
import styles from "./IssuesRoute.module.css";

export const loader = listLoader(issueDataKey, ({ issues }, slug, search, signal) =>
  issues.list(slug, issuesQuery(readIssueUrl(search)), signal),
);

/** The preview, the selection and the columns are part of the address too, but need no new data. */
export const shouldRevalidate = keepOnSameKey(issueDataKey);

const loadNext = () => import("../issue/IssueRoute.tsx");

/** The issues of a project. */
export function Component() {
  const { key, page } = useLoaderData<typeof loader>();
  const { project } = useProject();
  const { slug } = project;
  const { t } = useTranslation("issues");
  const isMoved = useMovedIssueForm(slug);
  usePrefetchOnIdle(loadNext, ["experts"]);
  usePageTitle(t("title"), project.name);
  if (isMoved) return null;
  return (
    <>
      <Inline gap={3} justify="between" wraps={false}>
        <Text as="h2" size="heading">
          {t("title")}
        </Text>
        <Inline>
          {mayInProject(project.role, "issues.write") && (
            <LinkButton variant="outlined" icon={<PlusIcon />} href={hrefTo.newIssue(slug)} text={t("newIssue")} />
          )}
          <LinkButton
            variant="outlined"
            icon={<ClipboardIcon />}
            href={hrefTo.localizeText(slug)}
            text={t("localizeText.open")}
          />
        </Inline>
      </Inline>
      <Suspense fallback={<Loading />}>
        <IssueListPage dataKey={key} page={page} project={project} />
      </Suspense>
    </>
  );
}

/** A skeleton of the strip, the filters and a screenful of rows. */
function Loading() {
  return (
    <>
      <Skeleton shape="rows" count={1} height="3.875rem" />
      <Skeleton shape="rows" count={1} height="1.875rem" isAnnounced={false} />
      <div className={styles.rows}>
        <Skeleton shape="rows" count={12} height="2rem" isAnnounced={false} />
      </div>
    </>
  );
}
