import { observer } from "mobx-react-lite";
import { useEffect, useState } from "react";
import { useNavigate, useSearchParams } from "react-router-dom";
import { beyondPlan } from "../../../contract/openSource.ts";
import { EmailListField } from "../../components/patterns/EmailListField.tsx";
import { PageHeader } from "../../components/patterns/PageHeader.tsx";
import { sourcesLeft } from "../../components/wizard/PlanLimitNotice.tsx";
import { providersOf } from "../../../contract/openSource.ts";
import { isSameSource } from "../../domain/sourceDraft.ts";
import { NameStep } from "../../components/wizard/NameStep.tsx";
import { ReviewStep } from "../../components/wizard/ReviewStep.tsx";
import { SourceForm } from "../../components/sources/SourceForm.tsx";
import { SourcesStep, type PendingSource } from "../../components/wizard/SourcesStep.tsx";
import { WizardFrame } from "../../components/wizard/WizardFrame.tsx";
import { WIZARD_STEPS, type WizardStep } from "../../components/wizard/WizardSteps.tsx";
import { useTranslation } from "../../i18n/useTranslation.ts";
import { storeEnv } from "../../stores/StoreEnv.ts";
import { useStore } from "../../stores/StoreProvider.tsx";
import { useMutation } from "../../queries/useMutation.ts";
import { useServices } from "../appContext.tsx";
import { hrefTo } from "../paths.ts";
import { useSourceCheck } from "../sources/useSourceCheck.ts";
import { useErrorMessage } from "../useErrorMessage.ts";
import { usePageTitle } from "../usePageTitle.ts";
import { useWizardDraft } from "./useWizardDraft.ts";
import {
  WIZARD_KINDS,
  countSources,
  isTokenMissing,
  projectBody,
  type WizardKind,
  type WizardSource,
} from "./wizardDraft.ts";
import { NO_PROBLEMS, isNameValid, problemsOf, wrongSteps } from "./wizardProblems.ts";

const KINDS = { repositories: "repository", trackers: "tracker", wikis: "wiki" } as const satisfies Partial<
  Record<WizardStep, WizardKind>
>;

/** From a name to a project that syncs. The step is kept in the address, the input in the tab's storage. */
export const Component = observer(function WizardRoute() {
  const store = useStore();
  const { projects } = useServices();
  const { t } = useTranslation("wizard");
  const { t: tProject } = useTranslation("project");
  const formatError = useErrorMessage();
  const navigate = useNavigate();
  const [params, setParams] = useSearchParams();
  const edits = useWizardDraft(storeEnv(store).tabStorage);
  const { draft } = edits;
  const [problems, setProblems] = useState(NO_PROBLEMS);
  const [hasNamed, setNamed] = useState(false);
  const checks = {
    repository: useSourceCheck("repository"),
    tracker: useSourceCheck("tracker"),
    wiki: useSourceCheck("wiki"),
  };

  // An unknown plan sets no limits here; the server enforces them.
  const plan = store.plan.name ?? "Enterprise";
  const total = countSources(draft);
  const hasName = isNameValid(draft.name);
  const addressed = WIZARD_STEPS.find((step) => step === params.get("step")) ?? "name";
  const step = hasName ? addressed : "name";
  usePageTitle(t(`step.${step}`), t("title"));
  // For an address from elsewhere: without this the first letter of the name would jump to its step.
  const isTooFar = addressed !== step;
  useEffect(() => {
    if (isTooFar) setParams({}, { replace: true });
  }, [isTooFar, setParams]);
  const at = WIZARD_STEPS.indexOf(step);
  const wrong = wrongSteps(problems, draft);
  const hasRoom = (sourcesLeft(plan, total) ?? 0) >= 0;
  // The server rejects an unknown visibility when it validates the source; a host that returns none has accepted it.
  const isBeyondPlan = (kind: WizardKind, { draft: { provider }, visibility }: WizardSource): boolean =>
    beyondPlan(plan, { kind, provider, visibility: visibility === "private" ? "private" : "public" }) !== undefined;
  const isComplete =
    hasName &&
    hasRoom &&
    !WIZARD_KINDS.some((kind) =>
      draft.sources[kind].some((source) => isTokenMissing(source) || isBeyondPlan(kind, source)),
    );

  const open = (target: WizardStep) => setParams(target === "name" ? {} : { step: target });
  const next = () => open(WIZARD_STEPS[at + 1] ?? "review");

  const add = (kind: WizardKind, then?: () => void) => {
    const form = draft.forms[kind];
    checks[kind].add(form, (found) => {
      edits.addSource(kind, form, found);
      then?.();
      return null;
    });
  };

  const create = useMutation(() => projects.create(projectBody(draft)), {
    onSuccess: async ({ slug }) => {
      edits.finish();
      const started = total > 0 ? await projects.sync(slug) : null;
      if (started && !started.success) store.notifications.show(formatError(started.error).text, "error");
      await store.session.load();
      await navigate(hrefTo.project(slug), { replace: true });
    },
    onError: (error) => {
      const found = problemsOf(formatError(error), draft);
      setProblems(found);
      const [first] = wrongSteps(found, draft);
      if (first && !found.failure) open(first);
    },
  });

  const handleNext = () => {
    if (step === "review") {
      setProblems(NO_PROBLEMS);
      void create.mutate();
      return;
    }
    if (step === "name") setNamed(true);
    if (step === "name" && !hasName) {
      document.querySelector<HTMLElement>("input[name=name]")?.focus();
      return;
    }
    const kind = step === "repositories" || step === "trackers" || step === "wikis" ? KINDS[step] : undefined;
    const form = kind && draft.forms[kind];
    const hasForm = sourcesLeft(plan, total) !== 0 && form !== undefined && form.url.trim() !== "";
    // A filled form counts as meant to be added, so it is added on the way.
    if (kind && hasForm && !draft.sources[kind].some((source) => isSameSource(source.draft, form))) add(kind, next);
    else next();
  };

  const pending = (kind: WizardKind): PendingSource[] =>
    draft.sources[kind].map((source) => ({
      id: source.id,
      provider: source.draft.provider,
      url: source.draft.url,
      name: source.name,
      isTokenMissing: isTokenMissing(source),
      isBeyondPlan: isBeyondPlan(kind, source),
      errors: problems.sources[source.id],
    }));

  const sourcesStep = (kind: WizardKind) => (
    <SourcesStep
      key={kind}
      kind={kind}
      sources={pending(kind)}
      plan={plan}
      total={total}
      form={
        <SourceForm
          kind={kind}
          draft={draft.forms[kind]}
          linked={pending(kind)}
          providers={providersOf(plan, kind)}
          check={checks[kind].check}
          connected={store.session.user?.providers}
          onChange={(form) => {
            checks[kind].reset();
            edits.setForm(kind, form);
          }}
          onValidate={checks[kind].validate}
          onAdd={() => add(kind)}
        />
      }
      onRemove={(id) => edits.removeSource(kind, id)}
      onEdit={(id) => {
        checks[kind].reset();
        edits.editSource(kind, id);
      }}
    />
  );

  return (
    <>
      <PageHeader title={t("title")} />
      <WizardFrame
        step={step}
        done={WIZARD_STEPS.slice(0, at).filter((name) => !wrong.includes(name))}
        wrong={wrong}
        open={hasName ? WIZARD_STEPS : ["name"]}
        isBusy={create.isPending || WIZARD_KINDS.some((kind) => checks[kind].check.status === "adding")}
        canGoOn={step !== "review" || isComplete}
        failure={step === "review" ? problems.failure : null}
        onOpen={open}
        onBack={() => open(WIZARD_STEPS[at - 1] ?? "name")}
        onNext={handleNext}
      >
        {step === "name" && (
          <NameStep
            name={draft.name}
            errors={hasNamed && draft.name.trim() === "" ? [tProject("form.required")] : problems.name}
            onChange={(name) => {
              setProblems({ ...problems, name: [] });
              edits.setName(name);
            }}
            onSubmit={handleNext}
          />
        )}
        {step === "repositories" && sourcesStep("repository")}
        {step === "trackers" && sourcesStep("tracker")}
        {step === "wikis" && sourcesStep("wiki")}
        {step === "people" && (
          <EmailListField
            emails={draft.emails}
            taken={store.session.user ? [store.session.user.email] : []}
            help={tProject(store.session.isCompanyAdmin ? "people.addHelpAdmin" : "people.addHelp")}
            errors={problems.emails}
            onChange={(emails) => {
              setProblems({ ...problems, emails: [] });
              edits.setEmails(emails);
            }}
          />
        )}
        {step === "review" && (
          <ReviewStep
            name={draft.name}
            repositories={pending("repository")}
            trackers={pending("tracker")}
            wikis={pending("wiki")}
            emails={draft.emails}
            plan={plan}
            onOpen={open}
          />
        )}
      </WizardFrame>
    </>
  );
});
