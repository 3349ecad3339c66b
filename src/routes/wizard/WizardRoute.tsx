import { observer } from "mobx-react-lite";
import { EmailListField } from "../../components/patterns/EmailListField.tsx";
import { PageHeader } from "../../components/patterns/PageHeader.tsx";
import { NameStep } from "../../components/wizard/NameStep.tsx";
import { sourcesLeft } from "../../components/wizard/PlanLimitNotice.tsx";
import { ReviewStep } from "../../components/wizard/ReviewStep.tsx";
import { WizardFrame } from "../../components/wizard/WizardFrame.tsx";
import { WIZARD_STEPS } from "../../components/wizard/WizardSteps.tsx";
import { useTranslation } from "../../i18n/useTranslation.ts";
import { storeEnv } from "../../stores/StoreEnv.ts";
import { useStore } from "../../stores/StoreProvider.tsx";
import { usePageTitle } from "../usePageTitle.ts";
import { useCreateProject } from "./useCreateProject.ts";
import { STEP_KINDS, useNextStep } from "./useNextStep.ts";
import { useSourceAdder } from "./useSourceAdder.ts";
import { groupProviders } from "../sources/groupProviders.ts";
import { useWizardDraft } from "./useWizardDraft.ts";
import { useWizardGroups } from "./useWizardGroups.ts";
import { useWizardStep } from "./useWizardStep.ts";
import { countSources } from "./wizardDraft.ts";
import { isNameValid, wrongSteps } from "./wizardProblems.ts";
import { areSourcesComplete, pendingSources } from "./wizardSources.ts";
import { WizardGroupsStep, pendingGroups } from "./WizardGroupsStep.tsx";
import { WizardSourcesStep } from "./WizardSourcesStep.tsx";

/** From a name to a project that syncs. The step is kept in the address, the input in the tab's storage. */
export const Component = observer(function WizardRoute() {
  const store = useStore();
  const { t } = useTranslation("wizard");
  const { t: tProject } = useTranslation("project");
  const edits = useWizardDraft(storeEnv(store).tabStorage);
  const { draft } = edits;
  const hasName = isNameValid(draft.name);
  const address = useWizardStep(hasName);
  const { step, open } = address;
  // An unknown plan sets no limits here; the server enforces them.
  const plan = store.plan.name ?? "Enterprise";
  const groups = useWizardGroups(storeEnv(store).tabStorage, groupProviders(plan)[0] ?? "github");
  const creation = useCreateProject(edits, groups, open);
  const { problems, clearProblems } = creation;
  const sources = useSourceAdder(edits);
  const { isNameSubmitted, goToNext } = useNextStep({
    address,
    edits,
    groups,
    plan,
    sources,
    onCreate: creation.create,
  });
  usePageTitle(t(`step.${step}`), t("title"));

  const kind = STEP_KINDS[step];
  const wrong = wrongSteps(problems, draft);
  const hasLostToken = pendingGroups(groups.groups).some(({ isTokenMissing }) => isTokenMissing === true);
  const connected = store.session.user?.providers;
  return (
    <>
      <PageHeader title={t("title")} />
      <WizardFrame
        step={step}
        done={WIZARD_STEPS.slice(0, WIZARD_STEPS.indexOf(step)).filter((name) => !wrong.includes(name))}
        wrong={wrong}
        open={hasName ? WIZARD_STEPS : ["name"]}
        isBusy={creation.isPending || sources.isAdding}
        canGoOn={step !== "review" || (hasName && areSourcesComplete(draft, plan) && !hasLostToken)}
        failure={step === "review" ? problems.failure : null}
        onOpen={open}
        onBack={address.openPrevious}
        onNext={goToNext}
      >
        {step === "name" && (
          <NameStep
            name={draft.name}
            errors={isNameSubmitted && draft.name.trim() === "" ? [tProject("form.required")] : problems.name}
            onChange={(name) => {
              clearProblems("name");
              edits.setName(name);
            }}
            onSubmit={goToNext}
          />
        )}
        {kind && (
          <WizardSourcesStep
            key={kind}
            kind={kind}
            edits={edits}
            checking={sources.checks[kind]}
            plan={plan}
            problems={problems}
            connected={connected}
            onAdd={() => sources.add(kind)}
          />
        )}
        {step === "repositories" && sourcesLeft(plan, countSources(draft)) !== 0 && (
          <WizardGroupsStep edits={groups} plan={plan} connected={connected} />
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
