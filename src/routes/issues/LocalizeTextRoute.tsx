import { useLocation, useNavigate, useSearchParams } from "react-router-dom";
import { mayInProject } from "../../../contract/access/policy.ts";
import type { Localization } from "../../../contract/issues/localization.ts";
import type { Project } from "../../../contract/projects.ts";
import { PanelCard } from "../../components/patterns/PanelCard.tsx";
import { type LocalizeTextValue, LocalizeTextForm } from "../../components/localization/LocalizeTextForm.tsx";
import { Skeleton } from "../../components/ui/Skeleton.tsx";
import { fileKey } from "../../domain/localizationReasons.ts";
import { PromptButton } from "../../components/localization/PromptButton.tsx";
import { LocalizationPanel } from "../../components/localization/LocalizationPanel.tsx";
import { useTranslation } from "../../i18n/useTranslation.ts";
import { useServices } from "../appContext.tsx";
import { FileCodeSection } from "../issue/FileCodeSection.tsx";
import { textPrompt } from "../issue/issuePrompt.ts";
import { PROMPT_LIMIT } from "../issue/promptLimit.ts";
import { useFileFeedback } from "../issue/useFileFeedback.ts";
import { copyText } from "../browser/copyText.ts";
import { useOpenItem } from "../lists/useOpenItem.ts";
import { hrefTo } from "../paths.ts";
import { queryKeys } from "../../queries/queryKeys.ts";
import { type QueryState, useQuery } from "../../queries/useQuery.ts";
import { AsyncContent } from "../AsyncContent.tsx";
import { useProject } from "../project/useProject.ts";
import { usePageTitle } from "../usePageTitle.ts";
import { Text } from "../../components/ui/Text.tsx";
import { Button } from "../../components/ui/Button.tsx";
import { Callout } from "../../components/ui/Callout.tsx";
import { LinkButton } from "../../components/ui/LinkButton.tsx";
import { ArrowLeftIcon, PlusIcon } from "../../components/ui/icons.ts";
import type { NewIssueReport } from "./NewIssueRoute.tsx";
import styles from "./LocalizeTextRoute.module.css";

/** A longer text makes an address that some hosts reject; it is then kept in the state of the history entry. */
const LONGEST_LINK = 3000;
const LONGEST_TEXT = 60_000;

const isReport = (state: unknown): state is LocalizeTextValue =>
  typeof state === "object" && state !== null && "title" in state && "text" in state;

/** The form for a text that is in no tracker, among the issues of a project. */
export function Component() {
  const { project } = useProject();
  const { t } = useTranslation("issues");
  usePageTitle(t("localizeText.title"), project.name);
  return (
    <>
      <Text as="h2" size="heading">
        {t("localizeText.title")}
      </Text>
      <LocalizeText project={project} />
    </>
  );
}

/** Localization of a text that is in no tracker. A text short enough is kept in the address, so that a link repeats the query. */
function LocalizeText({ project }: { project: Project }) {
  const { slug } = project;
  const { t } = useTranslation("issues");
  const { issues } = useServices();
  const [search] = useSearchParams();
  const navigate = useNavigate();
  const { state } = useLocation() as { state: unknown };
  const linked = { title: search.get("title") ?? "", text: search.get("text") ?? "" };
  const report = isReport(state) ? state : linked;
  const hasReport = report.title !== "" || report.text !== "";
  const reportKey = JSON.stringify([slug, report]);
  const query = useQuery(hasReport ? queryKeys.localizeText(slug, report) : null, (signal) =>
    issues.localizeText(slug, { ...report }, signal),
  );
  const { data, isLoading } = query;
  const submit = (next: LocalizeTextValue) => {
    const fits = next.title.length + next.text.length <= LONGEST_LINK;
    void navigate(
      hrefTo.localizeText(slug, fits ? { title: next.title, text: next.text } : {}),
      fits ? {} : { state: next },
    );
  };
  return (
    <div className={styles.screen}>
      <div className={styles.ask}>
        <LocalizeTextForm
          key={reportKey}
          report={report}
          limit={LONGEST_TEXT}
          isLoading={isLoading}
          onSubmit={submit}
        />
        {hasReport && isReport(state) && <Callout>{t("localizeText.noLink")}</Callout>}
        <LinkButton
          variant="minimal"
          icon={<ArrowLeftIcon />}
          href={hrefTo.issues(slug)}
          text={t("localizeText.back")}
        />
      </div>
      <div>
        {/* Only the number is announced: the result is a page of its own. */}
        <p role="status" className="visually-hidden">
          {hasReport && data && !isLoading && t("localizeText.found", { count: data.files.length })}
        </p>
        {hasReport && (
          <AsyncContent
            query={query}
            failed={t("localizeText.failed")}
            loading={
              <PanelCard title={t("localizeText.title")}>
                <Skeleton shape="rows" count={6} height="3.5rem" />
              </PanelCard>
            }
          >
            {(localization) => (
              <LocalizeTextResult
                key={reportKey}
                project={project}
                report={report}
                localization={localization}
                setData={query.setData}
              />
            )}
          </AsyncContent>
        )}
      </div>
    </div>
  );
}

interface LocalizeTextResultProps {
  project: Project;
  report: LocalizeTextValue;
  localization: Localization;
  setData: QueryState<Localization>["setData"];
}

function LocalizeTextResult({ project, report, localization, setData }: LocalizeTextResultProps) {
  const { slug } = project;
  const { t } = useTranslation("issues");
  const { t: tIssuePage } = useTranslation("issuePage");
  const [first] = localization.files;
  const [openFile, setOpenFile] = useOpenItem("file", first ? fileKey(first) : null);
  const onVerdict = useFileFeedback(slug, report, setData);
  const navigate = useNavigate();
  const createIssue = () => {
    const files = localization.files.map(({ path, repository, line }) => ({ path, repository, line }));
    const state: NewIssueReport = { ...report, files };
    void navigate(hrefTo.newIssue(slug), { state });
  };
  return (
    <LocalizationPanel
      lead={t("localizeText.result")}
      localization={localization}
      repositories={project.repositories}
      openFile={openFile}
      sourcesHref={hrefTo.projectTab(slug, "sources")}
      commitHref={(hash) => hrefTo.commit(slug, hash)}
      onOpenFile={setOpenFile}
      copyButton={
        <>
          {mayInProject(project.role, "issues.write") && (
            <Button variant="outlined" icon={<PlusIcon />} text={t("localizeText.create")} onClick={createIssue} />
          )}
          <PromptButton limit={PROMPT_LIMIT} onCopy={() => copyText(textPrompt(report, localization, tIssuePage))} />
        </>
      }
      onVerdict={onVerdict}
      codeHref={(place) => hrefTo.codeAt(slug, place)}
      renderCode={(file, snippet) => <FileCodeSection slug={slug} file={file} snippet={snippet} />}
    />
  );
}
