import { PROJECT_ROLES } from "../../../contract/constants.ts";
import type { ProjectBody } from "../../../contract/projects.ts";
import { isEmail } from "../../domain/emailList.ts";
import { isRecord } from "../../domain/isRecord.ts";
import { PROVIDERS } from "../../../contract/constants.ts";
import { SIGN_INS, toSourceBody, emptyDraft, type SourceDraft } from "../../domain/sourceDraft.ts";
import type { KeyValueStorage } from "../../stores/StoreEnv.ts";

/** Kinds of source with a step in the wizard. */
export type WizardKind = "repository" | "tracker" | "wiki";
export const WIZARD_KINDS = ["repository", "tracker", "wiki"] as const satisfies readonly WizardKind[];

const VISIBILITIES = ["public", "private", "unknown"] as const;
/** The visibility of a source, as its host reports it. */
export type Visibility = (typeof VISIBILITIES)[number];

/** A validated source that is added when the project is created. */
export interface WizardSource {
  readonly id: string;
  readonly draft: SourceDraft;
  /** The host's name for it. */
  readonly name: string;
  readonly visibility: Visibility;
}

/** A source of the list that is changed in the form. */
export interface WizardEdit {
  /** That of the source. */
  readonly id: string;
  readonly form: SourceDraft;
}

/** All input so far. */
export interface WizardDraft {
  readonly name: string;
  readonly sources: Readonly<Record<WizardKind, readonly WizardSource[]>>;
  /** The form content of each kind that is not added yet. */
  readonly forms: Readonly<Record<WizardKind, SourceDraft>>;
  /** The source of each kind that is changed; the form of a new one keeps its content meanwhile. */
  readonly edited: Readonly<Record<WizardKind, WizardEdit | null>>;
  readonly emails: readonly string[];
}

const KEY = "clew.wizard";
/** Incremented when the shape changes: drafts of an older version are dropped. */
const VERSION = 2;

const emptyWizard = (): WizardDraft => ({
  name: "",
  sources: { repository: [], tracker: [], wiki: [] },
  forms: { repository: emptyDraft("repository"), tracker: emptyDraft("tracker"), wiki: emptyDraft("wiki") },
  edited: { repository: null, tracker: null, wiki: null },
  emails: [],
});

/** The content of the form that is shown for a kind. */
export const shownForm = ({ edited, forms }: WizardDraft, kind: WizardKind): SourceDraft =>
  edited[kind]?.form ?? forms[kind];

const withoutToken = (draft: SourceDraft): SourceDraft => ({ ...draft, token: "" });
/** The same for each kind. */
const byKind = <T>(of: (kind: WizardKind) => T): Record<WizardKind, T> => ({
  repository: of("repository"),
  tracker: of("tracker"),
  wiki: of("wiki"),
});
const withoutTokens = (draft: WizardDraft): WizardDraft => ({
  ...draft,
  sources: byKind((kind) => draft.sources[kind].map((source) => ({ ...source, draft: withoutToken(source.draft) }))),
  forms: byKind((kind) => withoutToken(draft.forms[kind])),
  edited: byKind((kind) => {
    const edit = draft.edited[kind];
    return edit && { ...edit, form: withoutToken(edit.form) };
  }),
});

/** Saves the draft in the tab's storage; tokens are kept in memory only. */
export function saveWizardDraft(storage: KeyValueStorage, draft: WizardDraft): void {
  storage.setItem(KEY, JSON.stringify({ version: VERSION, draft: withoutTokens(draft) }));
}

export const clearWizardDraft = (storage: KeyValueStorage): void => {
  storage.removeItem(KEY);
};

const text = (value: unknown): string => (typeof value === "string" ? value : "");
const list = (value: unknown): unknown[] => (Array.isArray(value) ? value : []);

function readSource(kind: WizardKind, stored: unknown): SourceDraft {
  const value = isRecord(stored) ? stored : {};
  const empty = emptyDraft(kind);
  return {
    provider: PROVIDERS[kind].find((provider) => provider === value["provider"]) ?? empty.provider,
    url: text(value["url"]),
    signIn: SIGN_INS.find((name) => name === value["signIn"]) ?? "none",
    ...(value["isPreset"] === true && { isPreset: true }),
    token: "",
    username: text(value["username"]),
    ...(text(value["installation"]) !== "" && { installation: text(value["installation"]) }),
    restrictedRole: PROJECT_ROLES.find((role) => role === value["restrictedRole"]) ?? null,
    customFields: text(value["customFields"]),
    folders: text(value["folders"]),
  };
}

/** Reads the saved draft. Storage is untrusted: values of another shape are dropped. */
export function readWizardDraft(storage: KeyValueStorage): WizardDraft {
  const empty = emptyWizard();
  let stored: unknown;
  try {
    stored = JSON.parse(storage.getItem(KEY) ?? "null");
  } catch {
    return empty;
  }
  if (!isRecord(stored) || stored["version"] !== VERSION || !isRecord(stored["draft"])) return empty;
  const { name, sources, forms, edited, emails } = stored["draft"];
  const sourcesOf = (kind: WizardKind): WizardSource[] =>
    list(isRecord(sources) ? sources[kind] : [])
      .filter(isRecord)
      .map((source, index) => ({
        id: text(source["id"]) || `${kind}-${index}`,
        draft: readSource(kind, source["draft"]),
        name: text(source["name"]),
        visibility: VISIBILITIES.find((one) => one === source["visibility"]) ?? "unknown",
      }))
      .filter(({ draft }) => draft.url !== "");
  const formOf = (kind: WizardKind) => readSource(kind, isRecord(forms) ? forms[kind] : undefined);
  const read = byKind(sourcesOf);
  const editOf = (kind: WizardKind): WizardEdit | null => {
    const edit = isRecord(edited) ? edited[kind] : null;
    const id = isRecord(edit) ? text(edit["id"]) : "";
    return isRecord(edit) && read[kind].some((source) => source.id === id)
      ? { id, form: readSource(kind, edit["form"]) }
      : null;
  };
  return {
    name: text(name),
    sources: read,
    forms: byKind(formOf),
    edited: byKind(editOf),
    emails: list(emails).filter((email): email is string => typeof email === "string" && isEmail(email)),
  };
}

/** Whether a source requires a token that a reload has dropped. */
export const isTokenMissing = ({ draft }: WizardSource): boolean => draft.signIn === "token" && draft.token === "";

export const countSources = ({ sources }: WizardDraft): number =>
  WIZARD_KINDS.reduce((sum, kind) => sum + sources[kind].length, 0);

/** The body of the request that creates the project. */
export function projectBody({ name, sources, emails }: WizardDraft): ProjectBody {
  // The form offers each kind only its own providers.
  const repositories = sources.repository.map(({ draft }) => toSourceBody(draft)) as NonNullable<
    ProjectBody["repositories"]
  >;
  const trackers = sources.tracker.map(({ draft }) => toSourceBody(draft)) as NonNullable<ProjectBody["trackers"]>;
  const wikis = sources.wiki.map(({ draft }) => toSourceBody(draft)) as NonNullable<ProjectBody["wikis"]>;
  return { name: name.trim(), repositories, trackers, wikis, ...(emails.length > 0 && { emails: [...emails] }) };
}
