import { useState } from "react";
import { useNavigate } from "react-router-dom";
import type { WizardStep } from "../../components/wizard/WizardSteps.tsx";
import { groupBody } from "../../domain/groupDraft.ts";
import { useMutation } from "../../queries/useMutation.ts";
import { useStore } from "../../stores/StoreProvider.tsx";
import { useServices } from "../appContext.tsx";
import { hrefTo } from "../paths.ts";
import { useErrorMessage } from "../useErrorMessage.ts";
import type { WizardGroups } from "./useWizardGroups.ts";
import type { WizardEdits } from "./useWizardDraft.ts";
import { countSources, projectBody } from "./wizardDraft.ts";
import { NO_PROBLEMS, problemsOf, wrongSteps, type WizardProblems } from "./wizardProblems.ts";

export interface ProjectCreation {
  readonly isPending: boolean;
  readonly problems: WizardProblems;
  /** Removes the messages of a part whose input changed. */
  readonly clearProblems: (part: "name" | "emails") => void;
  readonly create: () => void;
}

/** Creates the project, starts its first sync and opens it. A refusal opens the first step that has a message. */
export function useCreateProject(
  edits: WizardEdits,
  groups: WizardGroups,
  open: (step: WizardStep) => void,
): ProjectCreation {
  const store = useStore();
  const services = useServices();
  const { projects } = services;
  const formatError = useErrorMessage();
  const navigate = useNavigate();
  const [problems, setProblems] = useState(NO_PROBLEMS);
  const { draft } = edits;
  const creation = useMutation(() => projects.create(projectBody(draft)), {
    onSuccess: async ({ slug }) => {
      edits.finish();
      // A group that is refused now is linked from the project, where its form says why.
      for (const { draft: group } of groups.groups) {
        const linked = await services.groups.link(slug, groupBody(group));
        if (!linked.success) store.notifications.show(`${group.url}: ${formatError(linked.error).text}`, "error");
      }
      groups.finish();
      const started = countSources(draft) > 0 ? await projects.sync(slug) : null;
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
  return {
    isPending: creation.isPending,
    problems,
    clearProblems: (part) => setProblems({ ...problems, [part]: [] }),
    create: () => {
      setProblems(NO_PROBLEMS);
      void creation.mutate();
    },
  };
}
