import type { CodeContent } from "../../../contract/code/code.ts";
import type { Person } from "../../../contract/fieldSchemas.ts";
import { LineDiscussions } from "../../components/requests/LineDiscussions.tsx";
import { Drawer } from "../../components/ui/Drawer.tsx";
import { useTranslation } from "../../i18n/useTranslation.ts";
import { useNameHrefs } from "../graph/useNameHrefs.ts";
import { hrefTo } from "../paths.ts";
import styles from "./FileDiscussionsSection.module.css";
import type { FileDiscussions } from "./useFileDiscussions.ts";

export interface FileDiscussionsSectionProps {
  slug: string;
  content: Pick<CodeContent, "repository" | "path">;
  discussions: FileDiscussions;
  lineHref: (line: number) => string;
}

/** The past discussions of a file, and the panel with those of the line whose marker was pressed. */
export function FileDiscussionsSection({
  slug,
  content: { repository },
  discussions: { all, line, close },
  lineHref,
}: FileDiscussionsSectionProps) {
  const { t } = useTranslation("requests");
  const bodies = all.flatMap(({ thread }) => thread.comments.map(({ body }) => body));
  const links = {
    nameHrefs: useNameHrefs(slug, repository.id, ...bodies),
    requestHref: ({ address }: { readonly address: string }) => hrefTo.request(slug, address),
    personHref: (person: Person) => hrefTo.person(slug, person),
    thenHref: ({ path, commit, line: then }: { path: string; commit: string; line: number }) =>
      hrefTo.codeAt(slug, { source: repository.id, path, revision: commit, line: then }),
    lineHref,
    headingLevel: 3 as const,
  };
  return (
    <>
      <LineDiscussions discussions={all} {...links} />
      <Drawer isOpen={line !== null} title={line === null ? "" : t("discussions.ofLine", { line })} onClose={close}>
        <div className={styles.drawer}>
          <LineDiscussions discussions={all.filter((one) => one.line === line)} isInitiallyOpen {...links} />
        </div>
      </Drawer>
    </>
  );
}
