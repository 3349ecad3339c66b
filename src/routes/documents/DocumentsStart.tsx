import type { DocumentEntry } from "../../../contract/documents/documents.ts";
import { PageList } from "../../components/documents/PageList.tsx";
import { Skeleton } from "../../components/ui/Skeleton.tsx";
import { Stack } from "../../components/ui/Stack.tsx";
import { useTranslation } from "../../i18n/useTranslation.ts";
import { documentKeys } from "../../queries/documentKeys.ts";
import { useQuery } from "../../queries/useQuery.ts";
import { AsyncContent } from "../AsyncContent.tsx";
import { useServices } from "../appContext.tsx";
import { InOrder } from "../loading/InOrder.tsx";
import { LazyAddToDashboard } from "../dashboards/LazyAddToDashboard.tsx";
import { type WikiAddresses, entryHref } from "./documentUrl.ts";
import styles from "./DocumentsTab.module.css";

/** Pages of a wiki that the start lists; the wiki has all. */
const SHOWN = 12;

export interface DocumentsStartProps {
  slug: string;
  /** The sources of the project. */
  sources: readonly DocumentEntry[];
  wikis: WikiAddresses;
}

/** The documents before one is chosen: the pages of each wiki, outdated ones first, and the repositories. */
export function DocumentsStart({ slug, sources, wikis }: DocumentsStartProps) {
  const { t } = useTranslation("documents");
  const repositories = sources.filter(({ source }) => !wikis.has(source));
  return (
    <Stack gap={6}>
      <InOrder>
        {sources
          .filter(({ source }) => wikis.has(source))
          .map((wiki) => (
            <WikiStart key={wiki.source} slug={slug} wiki={wiki} wikis={wikis} />
          ))}
        {repositories.length > 0 && (
          <Stack gap={2}>
            <h2 className={styles.folder}>{t("start.files")}</h2>
            <PageList
              label={t("start.files")}
              entries={repositories}
              wikis={wikis}
              hrefOf={(entry) => entryHref(slug, wikis, entry)}
            />
          </Stack>
        )}
      </InOrder>
    </Stack>
  );
}

interface WikiStartProps {
  slug: string;
  wiki: DocumentEntry;
  wikis: WikiAddresses;
}

function WikiStart({ slug, wiki, wikis }: WikiStartProps) {
  const { t } = useTranslation("documents");
  const { documents } = useServices();
  const { source } = wiki;
  const roots = useQuery(
    documentKeys.documents(slug, source, ""),
    (signal) => documents.list(slug, { source, path: "" }, signal),
    { isLive: true },
  );
  // A space has one page at its root, and the others below it.
  const home = roots.data?.length === 1 ? (roots.data[0]?.path ?? null) : null;
  const children = useQuery(
    home === null ? null : documentKeys.documents(slug, source, home),
    (signal) => documents.list(slug, { source, path: home ?? "" }, signal),
    { isLive: true },
  );
  const all = [...(roots.data ?? []), ...(children.data ?? [])];
  const pages = all.toSorted((a, b) => (b.stale_references ?? 0) - (a.stale_references ?? 0)).slice(0, SHOWN);
  return (
    <Stack gap={2}>
      <div className={styles.wiki}>
        <h2 className={styles.folder}>{wiki.name}</h2>
        <a href={entryHref(slug, wikis, wiki)}>{t("start.all")}</a>
      </div>
      <LazyAddToDashboard
        card={{
          kind: "list",
          title: wiki.name === "" ? null : wiki.name,
          of: "documents",
          project: slug,
          filter: { source: [source] },
          rows: 10,
        }}
      />
      <AsyncContent
        query={home === null ? roots : children}
        failed={t("folder.failed")}
        loading={<Skeleton shape="rows" count={8} height="2rem" />}
      >
        {() => (
          <PageList label={wiki.name} entries={pages} wikis={wikis} hrefOf={(entry) => entryHref(slug, wikis, entry)} />
        )}
      </AsyncContent>
    </Stack>
  );
}
