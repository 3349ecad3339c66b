import { TEXT_LIMITS } from "../../../contract/constants.ts";
import type { WizardStep } from "../../components/wizard/WizardSteps.tsx";
import { sourceErrors, type FormattedError } from "../sources/sourceErrors.ts";
import { WIZARD_KINDS, type WizardDraft, type WizardKind } from "./wizardDraft.ts";

/** The server's validation errors for a new project, by part of the wizard. */
export interface WizardProblems {
  readonly name: readonly string[];
  /** Messages by the wizard's id of a source. */
  readonly sources: Readonly<Record<string, readonly string[]>>;
  readonly emails: readonly string[];
  /** Null when every message belongs to a part. */
  readonly failure: FormattedError | null;
}

export const NO_PROBLEMS: WizardProblems = { name: [], sources: {}, emails: [], failure: null };

export const isNameValid = (name: string): boolean => name.trim() !== "" && name.trim().length <= TEXT_LIMITS.name;

const BODY_NAMES = { repository: "repositories", tracker: "trackers", wiki: "wikis" } as const satisfies Record<
  WizardKind,
  string
>;

/** Assigns validation errors to the parts of the draft. */
export function problemsOf(failure: FormattedError, draft: WizardDraft): WizardProblems {
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

/** Steps with errors, in the wizard's order. */
export function wrongSteps(problems: WizardProblems, draft: WizardDraft): WizardStep[] {
  const isRefused = (kind: WizardKind) => draft.sources[kind].some(({ id }) => problems.sources[id] !== undefined);
  return [
    ...(problems.name.length > 0 ? (["name"] as const) : []),
    ...WIZARD_KINDS.filter(isRefused).map((kind) => BODY_NAMES[kind]),
    ...(problems.emails.length > 0 ? (["people"] as const) : []),
  ];
}
