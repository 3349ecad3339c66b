import { observer } from "mobx-react-lite";
import type { Expert } from "../../../contract/people/experts.ts";
import type { Localization } from "../../../contract/issues/localization.ts";
import { strongestReasons } from "../../domain/expertReasons.ts";
import { PromptButton } from "../../components/localization/PromptButton.tsx";
import { useTranslation } from "../../i18n/useTranslation.ts";
import { queryKeys } from "../../queries/queryKeys.ts";
import { useEnsureQuery } from "../../queries/useEnsureQuery.ts";
import { useStore } from "../../stores/StoreProvider.tsx";
import { useServices } from "../appContext.tsx";
import { copyText } from "../browser/copyText.ts";
import type { IssueSectionProps } from "./issueLoader.ts";
import { PROMPT_LIMIT } from "./promptLimit.ts";

/** Copying waits at most this long for the people. */
const PEOPLE_TIMEOUT_MS = 1500;
const REASONS_OF_PERSON = 3;

export interface CopyPromptButtonProps extends IssueSectionProps {
  localization: Localization;
}

/** Copies the issue with all its evidence as a prompt. What is not loaded yet is requested. */
export const CopyPromptButton = observer(function CopyPromptButton({
  slug,
  id,
  data,
  localization,
}: CopyPromptButtonProps) {
  const { t } = useTranslation("issuePage");
  const { t: tExperts } = useTranslation("experts");
  const { issues, experts } = useServices();
  const ensure = useEnsureQuery();
  const { plan } = useStore();

  const loadPeople = async (): Promise<readonly Expert[]> => {
    if (!plan.has("expert_recommender")) return [];
    const tooLate = new Promise<null>((resolve) => {
      setTimeout(resolve, PEOPLE_TIMEOUT_MS, null);
    });
    const people = ensure(queryKeys.issueExperts(slug, id), (signal) => experts.issue(slug, id, signal));
    return (await Promise.race([people, tooLate])) ?? [];
  };
  const handleCopy = async (): Promise<boolean> => {
    const [prompt, issue, analysis, similar, commits, documents, people] = await Promise.all([
      // Not part of the first load of the page.
      import("./issuePrompt.ts").catch(() => null),
      data.issue,
      ensure(queryKeys.issueAnalysis(slug, id), (signal) => issues.analysis(slug, id, signal)),
      ensure(queryKeys.similarIssues(slug, id), (signal) => issues.similar(slug, id, signal)),
      ensure(queryKeys.issueCommits(slug, id), (signal) => issues.commits(slug, id, signal)),
      plan.has("document_explorer")
        ? ensure(queryKeys.issueDocuments(slug, id), (signal) => issues.documents(slug, id, signal))
        : Promise.resolve(null),
      loadPeople(),
    ]);
    if (prompt === null || !issue.success) return false;
    return copyText(
      prompt.issuePrompt(issue.data, localization, t, {
        analysis,
        similar: similar ?? [],
        commits: commits?.commits ?? [],
        documents: documents ?? [],
        people: people.map((expert) => ({
          name: expert.person.name,
          reasons: strongestReasons(expert.reasons)
            .slice(0, REASONS_OF_PERSON)
            .map(({ code }) => tExperts(`reason.${code}`)),
        })),
      }),
    );
  };
  return <PromptButton limit={PROMPT_LIMIT} onCopy={handleCopy} />;
});
