import type { PlanName } from "../../../contract/access/companies.ts";
import { beyondPlan } from "../../../contract/sources/openSource.ts";
import { sourcesLeft } from "../../components/wizard/PlanLimitNotice.tsx";
import { parseFolders } from "../../domain/sourceDraft.ts";
import type { PendingSource } from "../../components/wizard/SourcesStep.tsx";
import {
  WIZARD_KINDS,
  countSources,
  isTokenMissing,
  type WizardDraft,
  type WizardKind,
  type WizardSource,
} from "./wizardDraft.ts";
import type { WizardProblems } from "./wizardProblems.ts";

/** The server rejects an unknown visibility when it validates the source; a host that returns none has accepted it. */
const isBeyondPlan = (plan: PlanName, kind: WizardKind, { draft: { provider }, visibility }: WizardSource): boolean =>
  beyondPlan(plan, { kind, provider, visibility: visibility === "private" ? "private" : "public" }) !== undefined;

/** The sources of a kind as the wizard's lists show them. */
export const pendingSources = (
  draft: WizardDraft,
  kind: WizardKind,
  plan: PlanName,
  problems: WizardProblems,
): PendingSource[] =>
  draft.sources[kind].map((source) => ({
    id: source.id,
    provider: source.draft.provider,
    url: source.draft.url,
    name: source.name,
    folders: parseFolders(source.draft.folders),
    isTokenMissing: isTokenMissing(source),
    isBeyondPlan: isBeyondPlan(plan, kind, source),
    errors: problems.sources[source.id],
  }));

/** Whether the plan permits all sources and each has its token. */
export const areSourcesComplete = (draft: WizardDraft, plan: PlanName): boolean =>
  (sourcesLeft(plan, countSources(draft)) ?? 0) >= 0 &&
  !WIZARD_KINDS.some((kind) =>
    draft.sources[kind].some((source) => isTokenMissing(source) || isBeyondPlan(plan, kind, source)),
  );
