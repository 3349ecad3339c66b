import { observer } from "mobx-react-lite";
import { useState } from "react";
import { EmailListField } from "../../components/patterns/EmailListField.tsx";
import { PageHeader } from "../../components/patterns/PageHeader.tsx";
import { NameStep } from "../../components/wizard/NameStep.tsx";
import { sourcesLeft } from "../../components/wizard/PlanLimitNotice.tsx";
import { ReviewStep } from "../../components/wizard/ReviewStep.tsx";
import { WizardFrame } from "../../components/wizard/WizardFrame.tsx";
import { WIZARD_STEPS, type WizardStep } from "../../components/wizard/WizardSteps.tsx";
import { isSameSource } from "../../domain/sourceDraft.ts";
import { useTranslation } from "../../i18n/useTranslation.ts";
import { storeEnv } from "../../stores/StoreEnv.ts";
import { useStore } from "../../stores/StoreProvider.tsx";
import { useSourceCheck } from "../sources/useSourceCheck.ts";
import { usePageTitle } from "../usePageTitle.ts";
import { useCreateProject } from "./useCreateProject.ts";
import { groupProviders } from "../sources/groupProviders.ts";
import { useWizardDraft } from "./useWizardDraft.ts";
import { useWizardGroups } from "./useWizardGroups.ts";
import { useWizardStep } from "./useWizardStep.ts";
import { WIZARD_KINDS, countSources, shownForm, type WizardKind } from "./wizardDraft.ts";
import { isNameValid, wrongSteps } from "./wizardProblems.ts";
import { areSourcesComplete, pendingSources } from "./wizardSources.ts";
import { WizardGroupsStep, pendingGroups } from "./WizardGroupsStep.tsx";
import { WizardSourcesStep } from "./WizardSourcesStep.tsx";

const KINDS: Partial<Record<WizardStep, WizardKind>> = {
  repositories: "repository",
  trackers: "tracker",
  wikis: "wiki",
};

/** From a name to a project that syncs. The step is kept in the address, the input in the tab's storage. */
export const Component = observer(function WizardRoute() {
  const store = useStore();
  const { t } = useTranslation("wizard");
  const { t: tProject } = useTranslation("project");
  const edits = useWizardDraft(storeEnv(store).tabStorage);
  const { draft } = edits;
  const hasName = isNameValid(draft.name);
  const { step, open, openNext, openPrevious } = useWizardStep(hasName);
  // An unknown plan sets no limits here; the server enforces them.
  const plan = store.plan.name ?? "Enterprise";
  const groups = useWizardGroups(storeEnv(store).tabStorage, groupProviders(plan)[0] ?? "github");
  const { isPending, problems, clearProblems, create } = useCreateProject(edits, groups, open);
  const [hasNamed, setNamed] = useState(false);
  const checks = {
    repository: useSourceCheck("repository"),
    tracker: useSourceCheck("tracker"),
    wiki: useSourceCheck("wiki"),
  };
  usePageTitle(t(`step.${step}`), t("title"));

  const kind = KINDS[step];
  const wrong = wrongSteps(problems, draft);
  const hasLostToken = pendingGroups(groups.groups).some(({ isTokenMissing }) => isTokenMissing === true);

  const add = (kind: WizardKind, then?: () => void) => {
    const form = shownForm(draft, kind);
    checks[kind].add(form, (found) => {
      edits.addSource(kind, form, found);
      then?.();
      return null;
    });
  };

  const handleNext = () => {
    if (step === "review") {
      create();
      return;
    }
    if (step === "name") setNamed(true);
    if (step === "name" && !hasName) {
      document.querySelector<HTMLElement>("input[name=name]")?.focus();
      return;
    }
    // A filled form counts as meant to be added, so it is added on the way.
    if (step === "repositories" && groups.form.url.trim() !== "") {
      groups.add();
      // What is typed for a new group is shown after the change, and not added unseen.
      if (groups.hasHiddenForm) return;
    }
    const form = kind && draft.forms[kind];
    const hasForm = sourcesLeft(plan, countSources(draft)) !== 0 && form !== undefined && form.url.trim() !== "";
    if (kind && draft.edited[kind]) {
      // What is typed for a new source is shown after the change, and not added unseen.
      add(kind, hasForm ? undefined : openNext);
      return;
    }
    if (kind && hasForm && !draft.sources[kind].some((source) => isSameSource(source.draft, form))) add(kind, openNext);
    else openNext();
  };

  return (
    <>
      <PageHeader title={t("title")} />
      <WizardFrame
        step={step}
        done={WIZARD_STEPS.slice(0, WIZARD_STEPS.indexOf(step)).filter((name) => !wrong.includes(name))}
        wrong={wrong}
        open={hasName ? WIZARD_STEPS : ["name"]}
        isBusy={isPending || WIZARD_KINDS.some((kind) => checks[kind].check.status === "adding")}
        canGoOn={step !== "review" || (hasName && areSourcesComplete(draft, plan) && !hasLostToken)}
        failure={step === "review" ? problems.failure : null}
        onOpen={open}
        onBack={openPrevious}
        onNext={handleNext}
      >
        {step === "name" && (
          <NameStep
            name={draft.name}
            errors={hasNamed && draft.name.trim() === "" ? [tProject("form.required")] : problems.name}
            onChange={(name) => {
              clearProblems("name");
              edits.setName(name);
            }}
            onSubmit={handleNext}
          />
        )}
        {kind && (
          <WizardSourcesStep
            key={kind}
            kind={kind}
            edits={edits}
            checking={checks[kind]}
            plan={plan}
            problems={problems}
            connected={store.session.user?.providers}
            onAdd={() => add(kind)}
          />
        )}
        {step === "repositories" && sourcesLeft(plan, countSources(draft)) !== 0 && (
          <WizardGroupsStep edits={groups} plan={plan} connected={store.session.user?.providers} />
        )}
        {step === "people" && (
          <EmailListField
            emails={draft.emails}
            taken={store.session.user ? [store.session.user.email] : []}
            help={tProject(store.session.isCompanyAdmin ? "people.addHelpAdmin" : "people.addHelp")}
            errors={problems.emails}
            onChange={(emails) => {
              clearProblems("emails");
              edits.setEmails(emails);
            }}
          />
        )}
        {step === "review" && (
          <ReviewStep
            name={draft.name}
            repositories={pendingSources(draft, "repository", plan, problems)}
            trackers={pendingSources(draft, "tracker", plan, problems)}
            wikis={pendingSources(draft, "wiki", plan, problems)}
            groups={pendingGroups(groups.groups)}
            emails={draft.emails}
            plan={plan}
            onOpen={open}
          />
        )}
      </WizardFrame>
    </>
  );
});
