import { Suspense, use } from "react";
import { lazyComponent } from "../../hooks/lazyComponent.ts";
import type { Localization } from "../../../contract/issues/localization.ts";
import { useTranslation } from "../../i18n/useTranslation.ts";
import type { QueryState } from "../../queries/useQuery.ts";
import { hrefTo } from "../paths.ts";
import { useOpenItem } from "../lists/useOpenItem.ts";
import type { IssueSectionProps } from "./issueLoader.ts";
import { FileCodeSection } from "./FileCodeSection.tsx";
import { IssuePanel } from "./IssuePanel.tsx";
import { ISSUE_PANELS } from "./issuePanels.ts";
import { useFileFeedback } from "./useFileFeedback.ts";
import { useIssueLocalization } from "./useIssueQueries.ts";
import { useShortNames } from "./useShortNames.ts";

const LocalizationPanel = lazyComponent(
  () => import("../../components/localization/LocalizationPanel.tsx"),
  "LocalizationPanel",
);

const ModelOrderLine = lazyComponent(() => import("./ModelOrderLine.tsx"), "ModelOrderLine");

/** Files that the answer above shows. */
const ANSWERS = 1;

/** The panel of the other likely files: it loads, fails and is retried without the rest of the page. */
export function LocalizationSection({ slug, id, data }: IssueSectionProps) {
  const { t } = useTranslation("issuePage");
  const query = useIssueLocalization(slug, id);
  const names = useShortNames();
  const [openFile] = useOpenItem("file", null);
  return (
    <IssuePanel
      id={ISSUE_PANELS.localization}
      title={t("localization.title")}
      titleOf={({ files }) => t(files.length > 0 ? "localization.others" : "localization.title")}
      loading={t("localization.loading")}
      failed={t("localization.failed")}
      note={t("localization.failedText")}
      query={query}
      summary={({ files }) => names(files.slice(ANSWERS).map(({ path }) => path.slice(path.lastIndexOf("/") + 1)))}
      isInitiallyOpen={({ files }) => files.length === 0 || openFile !== null}
    >
      {(localization) => (
        <OtherFiles slug={slug} id={id} data={data} localization={localization} setData={query.setData} />
      )}
    </IssuePanel>
  );
}

interface OtherFilesProps extends IssueSectionProps {
  localization: Localization;
  setData: QueryState<Localization>["setData"];
}

function OtherFiles({ slug, id, data, localization, setData }: OtherFilesProps) {
  const project = use(data.project);
  const [openFile, setOpenFile] = useOpenItem("file", null);
  const onVerdict = useFileFeedback(slug, { issue: id }, setData);
  return (
    <>
      <LocalizationPanel
        localization={localization}
        skip={ANSWERS}
        onVerdict={onVerdict}
        codeHref={(place) => hrefTo.codeAt(slug, place)}
        renderCode={(file, snippet) => <FileCodeSection slug={slug} file={file} snippet={snippet} />}
        repositories={project.success ? project.data.repositories : []}
        openFile={openFile}
        sourcesHref={hrefTo.projectTab(slug, "sources")}
        commitHref={(hash) => hrefTo.commit(slug, hash)}
        onOpenFile={setOpenFile}
      />
      {localization.is_ordered === true && (
        <Suspense>
          <ModelOrderLine slug={slug} id={id} />
        </Suspense>
      )}
    </>
  );
}
