import { observer } from "mobx-react-lite";
import { type ReactNode, use } from "react";
import type { Expert } from "../../../contract/experts.ts";
import { planHas } from "../../../contract/planFeatures.ts";
import type { Localization, LocalizedFile } from "../../../contract/localization.ts";
import { fileKey } from "../../domain/localizationReasons.ts";
import { LocalizationPanel } from "../../components/localization/LocalizationPanel.tsx";
import { useTranslation } from "../../i18n/useTranslation.ts";
import { queryKeys } from "../../queries/queryKeys.ts";
import { useEnsureQuery } from "../../queries/useEnsureQuery.ts";
import { useQuery } from "../../queries/useQuery.ts";
import { useStore } from "../../stores/StoreProvider.tsx";
import { useServices } from "../appContext.tsx";
import { copyText } from "../copyText.ts";
import { hrefTo } from "../paths.ts";
import { useOpenItem } from "../useOpenItem.ts";
import type { AssistanceData } from "./assistanceLoader.ts";
import { FileCodeSection } from "./FileCodeSection.tsx";
import { AsyncSection } from "./AsyncSection.tsx";
import { PROMPT_LIMIT, issuePrompt } from "./issuePrompt.ts";
import { useFileFeedback } from "./useFileFeedback.ts";

export interface LocalizationSectionProps {
  slug: string;
  id: string;
  data: AssistanceData;
}

const ROWS = { count: 6, height: "3.5rem" };

/** The panel "Where": it loads, fails and is retried without the rest of the page. */
export function LocalizationSection({ slug, id, data }: LocalizationSectionProps) {
  const { t } = useTranslation("assistance");
  const { issues } = useServices();
  const query = useQuery(queryKeys.issueLocalization(slug, id), (signal) => issues.localization(slug, id, signal));
  return (
    <AsyncSection
      title={t("localization.title")}
      loading={t("localization.loading")}
      failed={t("localization.failed")}
      note={t("localization.failedText")}
      rows={ROWS}
      query={query}
    >
      {(localization) => <LocalizationResult slug={slug} id={id} data={data} localization={localization} />}
    </AsyncSection>
  );
}

interface LocalizationResultProps extends LocalizationSectionProps {
  localization: Localization;
}

/** Copying waits at most this long for the people. */
const PEOPLE_TIMEOUT_MS = 1500;
const REASONS_OF_PERSON = 3;

const strongestReasons = ({ reasons }: Expert): Expert["reasons"] =>
  reasons
    .filter(({ points }) => points > 0)
    .toSorted((a, b) => b.points - a.points)
    .slice(0, REASONS_OF_PERSON);

const LocalizationResult = observer(function LocalizationResult({
  slug,
  id,
  data,
  localization,
}: LocalizationResultProps) {
  const { t } = useTranslation("assistance");
  const { t: tExperts } = useTranslation("experts");
  const { issues, experts } = useServices();
  const ensure = useEnsureQuery();
  const { plan } = useStore();
  const hasExplorer = planHas(plan.name, "document_explorer");
  const project = use(data.project);
  const [first] = localization.files;
  const [openFile, setOpenFile] = useOpenItem("file", first ? fileKey(first) : null);
  const { files, onVerdict } = useFileFeedback(slug, { issue: id }, localization.files);

  const askPeople = async (): Promise<readonly Expert[]> => {
    if (!plan.has("expert_recommender")) return [];
    const tooLate = new Promise<null>((resolve) => {
      setTimeout(resolve, PEOPLE_TIMEOUT_MS, null);
    });
    const people = ensure(queryKeys.issueExperts(slug, id), (signal) => experts.issue(slug, id, signal));
    return (await Promise.race([people, tooLate])) ?? [];
  };
  const handleCopy = async () => {
    const [issue, analysis, similar, commits, documents, people] = await Promise.all([
      data.issue,
      ensure(queryKeys.issueAnalysis(slug, id), (signal) => issues.analysis(slug, id, signal)),
      ensure(queryKeys.similarIssues(slug, id), (signal) => issues.similar(slug, id, signal)),
      ensure(queryKeys.issueCommits(slug, id), (signal) => issues.commits(slug, id, signal)),
      plan.has("document_explorer")
        ? ensure(queryKeys.issueDocuments(slug, id), (signal) => issues.documents(slug, id, signal))
        : Promise.resolve(null),
      askPeople(),
    ]);
    if (!issue.success) return false;
    return copyText(
      issuePrompt(issue.data, localization, t, {
        analysis,
        similar: similar ?? [],
        commits: commits?.commits ?? [],
        documents: documents ?? [],
        people: people.map((expert) => ({
          name: expert.person.name,
          reasons: strongestReasons(expert).map(({ code }) => tExperts(`reason.${code}`)),
        })),
      }),
    );
  };
  return (
    <LocalizationPanel
      localization={{ ...localization, files }}
      onVerdict={onVerdict}
      documentHref={({ source, ...place }) => hrefTo.code(slug, { repository: source, ...place })}
      {...(hasExplorer && {
        renderCode: (file: LocalizedFile, snippet: ReactNode) => (
          <FileCodeSection slug={slug} file={file} snippet={snippet} />
        ),
      })}
      repositories={project.success ? project.data.repositories : []}
      openFile={openFile}
      promptLimit={PROMPT_LIMIT}
      sourcesHref={hrefTo.projectTab(slug, "sources")}
      commitHref={(hash) => hrefTo.commit(slug, hash)}
      onOpenFile={setOpenFile}
      onCopyPrompt={handleCopy}
    />
  );
});
