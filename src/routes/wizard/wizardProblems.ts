import { TEXT_LIMITS } from "../../../contract/constants.ts";
import type { WizardStep } from "../../components/WizardSteps/WizardSteps.tsx";
import { sourceErrors, type WordedFailure } from "../sources/sourceErrors.ts";
import { WIZARD_KINDS, type WizardDraft, type WizardKind } from "./wizardDraft.ts";

/** What the server refused when the project was to be created, at the part of the wizard that it is about. */
export interface WizardProblems {
  readonly name: readonly string[];
  /** Sentences by the wizard's id of a source. */
  readonly sources: Readonly<Record<string, readonly string[]>>;
  readonly emails: readonly string[];
  /** Null when every sentence has found its place. */
  readonly failure: WordedFailure | null;
}

export const NO_PROBLEMS: WizardProblems = { name: [], sources: {}, emails: [], failure: null };

export const isNameValid = (name: string): boolean => name.trim() !== "" && name.trim().length <= TEXT_LIMITS.name;

const BODY_NAMES = { repository: "repositories", tracker: "trackers", wiki: "wikis" } as const satisfies Record<
  WizardKind,
  string
>;

/** Sorts a refusal by the parts of the draft that it answers. */
export function problemsOf(failure: WordedFailure, draft: WizardDraft): WizardProblems {
  const sources: Record<string, readonly string[]> = {};
  for (const kind of WIZARD_KINDS) {
    draft.sources[kind].forEach(({ id }, index) => {
      const sentences = Object.values(sourceErrors(failure, `${BODY_NAMES[kind]} -> ${index}`)).flat();
      if (sentences.length > 0) sources[id] = sentences;
    });
  }
  const name = failure.fields["name"] ?? [];
  const emails = Object.entries(failure.fields)
    .filter(([field]) => field === "emails" || field.startsWith("emails -> "))
    .flatMap(([, sentences]) => sentences);
  const placed = name.length + emails.length + Object.values(sources).flat().length;
  const all = Object.values(failure.fields).flat().length;
  return { name, sources, emails: [...new Set(emails)], failure: placed > 0 && placed === all ? null : failure };
}

/** Steps with something to put right, in the wizard's order. */
export function wrongSteps(problems: WizardProblems, draft: WizardDraft): WizardStep[] {
  const isRefused = (kind: WizardKind) => draft.sources[kind].some(({ id }) => problems.sources[id] !== undefined);
  return [
    ...(problems.name.length > 0 ? (["name"] as const) : []),
    ...WIZARD_KINDS.filter(isRefused).map((kind) => BODY_NAMES[kind]),
    ...(problems.emails.length > 0 ? (["people"] as const) : []),
  ];
}
