import { observer } from "mobx-react-lite";
import { useNavigate, useSearchParams } from "react-router-dom";
import { TEXT_LIMITS } from "../../../contract/constants.ts";
import { useDebouncedText } from "../../components/ui/useDebouncedText.ts";
import { Form } from "../../components/patterns/Form.tsx";
import { FormField } from "../../components/patterns/FormField.tsx";
import { UpgradeNotice } from "../../components/company/UpgradeNotice.tsx";
import { useTranslation } from "../../i18n/useTranslation.ts";
import { useStore } from "../../stores/StoreProvider.tsx";
import { FailureGroup } from "../failures/FailureGroup.tsx";
import { hrefTo } from "../paths.ts";
import { useHistoryStep } from "../addresses/useHistoryStep.ts";
import { KnowledgeMapSection } from "./KnowledgeMapSection.tsx";
import { ExpertListSection } from "./ExpertListSection.tsx";
import { RecommendationSection } from "./RecommendationSection.tsx";
import { EXPERT_VIEWS, expertsQuery, readExperts, type ExpertsState } from "./expertsUrl.ts";
import { useTabTitle, useProject } from "../project/useProject.ts";
import { Button } from "../../components/ui/Button.tsx";
import { InputGroup } from "../../components/ui/InputGroup.ts";
import { TabNav } from "../../components/ui/TabNav.tsx";
import { SearchIcon } from "../../components/ui/icons.ts";
import { Inline } from "../../components/ui/Inline.tsx";
import styles from "./ExpertsTab.module.css";

interface ExpertsTabProps {
  slug: string;
  /** Names of repositories by id. */
  repositories: Readonly<Record<string, string>>;
}

/** Experts and the knowledge map. Features outside the plan are not requested: a refusal would redirect away from the project. */
export const Component = observer(function ExpertsTab() {
  const { project } = useProject();
  const { plan } = useStore();
  useTabTitle("experts", useSearchParams()[0].get("q"));
  if (plan.has("expert_recommender")) {
    return (
      <Experts
        slug={project.slug}
        repositories={Object.fromEntries(project.repositories.map(({ id, name }) => [id, name]))}
      />
    );
  }
  return <UpgradeNotice feature="expert_recommender" contactHref={hrefTo.support({ topic: "upgrade" })} />;
});

/** All queries and open parts are kept in the address. */
function Experts({ slug, repositories }: ExpertsTabProps) {
  const { t } = useTranslation("experts");
  const [params] = useSearchParams();
  const navigate = useNavigate();
  const state = readExperts(params);
  const hrefOf = (next: Partial<ExpertsState>) => hrefTo.projectTab(slug, "experts", expertsQuery(next));
  const go = (next: Partial<ExpertsState>, replace = false) =>
    void navigate(hrefOf({ ...state, ...next }), { replace, preventScrollReset: true });

  return (
    <div className={styles.tab}>
      <div className={styles.bar}>
        <TabNav
          size="small"
          label={t("view.label")}
          current={state.view}
          items={EXPERT_VIEWS.map((view) => ({ id: view, href: hrefOf({ ...state, view }), text: t(`view.${view}`) }))}
        />
        <RecommendationSection />
      </div>
      {state.view === "people" ? (
        <>
          <AskForm state={state} onAsk={(question) => go({ ...question, person: null })} />
          <FailureGroup>
            <ExpertListSection
              slug={slug}
              state={state}
              onOpenPerson={(person) => go({ person: person ?? "none" }, true)}
              mapHrefOf={(leave) => hrefOf({ view: "map", leave })}
            />
          </FailureGroup>
        </>
      ) : (
        <KnowledgeMapSection
          slug={slug}
          state={state}
          repositories={repositories}
          hrefOf={hrefOf}
          onLeave={(leave) => go({ leave })}
        />
      )}
    </div>
  );
}

const trimmed = (text: string): string => text.trim();

function AskForm({
  state,
  onAsk,
}: {
  state: ExpertsState;
  onAsk: (question: Pick<ExpertsState, "path" | "q">) => void;
}) {
  const { t } = useTranslation("experts");
  const historyKey = useHistoryStep();
  // Both are submitted together, by the button or Enter; text typed while the address updates is kept.
  const typing = { pause: null, normalize: trimmed, historyKey };
  const path = useDebouncedText(state.path, () => undefined, typing);
  const q = useDebouncedText(state.q, () => undefined, typing);
  return (
    <search>
      <Form className={styles.form} onSubmit={() => onAsk({ path: path.take().trim(), q: q.take().trim() })}>
        <FormField label={t("form.path")} className={styles.field}>
          {(control) => (
            <InputGroup
              {...control}
              value={path.text}
              maxLength={TEXT_LIMITS.query}
              placeholder={t("form.pathHint")}
              spellCheck={false}
              autoCapitalize="off"
              onValueChange={path.type}
            />
          )}
        </FormField>
        <FormField label={t("form.question")} className={styles.field}>
          {(control) => (
            <InputGroup
              {...control}
              value={q.text}
              maxLength={TEXT_LIMITS.query}
              placeholder={t("form.questionHint")}
              onValueChange={q.type}
            />
          )}
        </FormField>
        <Inline align="stretch" wraps={false}>
          <Button type="submit" intent="primary" icon={<SearchIcon />} text={t("form.submit")} />
          {(state.path !== "" || state.q !== "") && (
            <Button variant="minimal" text={t("form.clear")} onClick={() => onAsk({ path: "", q: "" })} />
          )}
        </Inline>
      </Form>
    </search>
  );
}
