import { useCallback, useEffect, useRef, useState } from "react";
import { emptyDraft, type SourceDraft } from "../../domain/sourceDraft.ts";
import type { KeyValueStorage } from "../../stores/StoreEnv.ts";
import {
  WIZARD_KINDS,
  clearWizardDraft,
  saveWizardDraft,
  readWizardDraft,
  type WizardDraft,
  type WizardKind,
  type WizardSource,
} from "./wizardDraft.ts";

export interface WizardEdits {
  readonly draft: WizardDraft;
  readonly setName: (name: string) => void;
  readonly setForm: (kind: WizardKind, form: SourceDraft) => void;
  /** Adds the validated source of the form and clears the form, or puts it in the place of the source that was changed. */
  readonly addSource: (kind: WizardKind, source: SourceDraft, found: Pick<WizardSource, "name" | "visibility">) => void;
  readonly removeSource: (kind: WizardKind, id: string) => void;
  /** Shows a source in the form to change it; null: ends the change without its effect. */
  readonly editSource: (kind: WizardKind, id: string | null) => void;
  readonly setEmails: (emails: readonly string[]) => void;
  /** Clears the draft after the project was created. */
  readonly finish: () => void;
}

const nextId = (draft: WizardDraft): string => {
  const ids = WIZARD_KINDS.flatMap((kind) => draft.sources[kind]).map(({ id }) => Number(id) || 0);
  return String(Math.max(0, ...ids) + 1);
};

const withForm = (draft: WizardDraft, kind: WizardKind, form: SourceDraft): WizardDraft => {
  const edit = draft.edited[kind];
  return edit
    ? { ...draft, edited: { ...draft.edited, [kind]: { ...edit, form } } }
    : { ...draft, forms: { ...draft.forms, [kind]: form } };
};

/** The draft with the validated source of the form: in the place of the one that was changed, otherwise at the end. */
function withSource(
  draft: WizardDraft,
  kind: WizardKind,
  source: SourceDraft,
  { name, visibility }: Pick<WizardSource, "name" | "visibility">,
): WizardDraft {
  // A new id: what the server reported on the earlier content is not about this.
  // Its sign-in was accepted, so that it is a choice.
  const added: WizardSource = { id: nextId(draft), draft: { ...source, isPreset: false }, name, visibility };
  const listed = draft.sources[kind];
  const edit = draft.edited[kind];
  if (edit) {
    return {
      ...draft,
      sources: { ...draft.sources, [kind]: listed.map((one) => (one.id === edit.id ? added : one)) },
      edited: { ...draft.edited, [kind]: null },
    };
  }
  return {
    ...draft,
    sources: { ...draft.sources, [kind]: [...listed, added] },
    forms: { ...draft.forms, [kind]: { ...emptyDraft(kind), provider: source.provider } },
  };
}

/** The draft, saved in the tab's storage with every change. */
export function useWizardDraft(storage: KeyValueStorage): WizardEdits {
  const [draft, setDraft] = useState(() => readWizardDraft(storage));
  const isFinished = useRef(false);
  useEffect(() => {
    if (!isFinished.current) saveWizardDraft(storage, draft);
  }, [storage, draft]);

  const setName = useCallback((name: string) => setDraft((now) => ({ ...now, name })), []);
  const setForm = useCallback(
    (kind: WizardKind, form: SourceDraft) => setDraft((now) => withForm(now, kind, form)),
    [],
  );
  const addSource = useCallback(
    (kind: WizardKind, source: SourceDraft, found: Pick<WizardSource, "name" | "visibility">) =>
      setDraft((now) => withSource(now, kind, source, found)),
    [],
  );
  const removeSource = useCallback(
    (kind: WizardKind, id: string) =>
      setDraft((now) => ({
        ...now,
        sources: { ...now.sources, [kind]: now.sources[kind].filter((source) => source.id !== id) },
        ...(now.edited[kind]?.id === id && { edited: { ...now.edited, [kind]: null } }),
      })),
    [],
  );
  const editSource = useCallback(
    (kind: WizardKind, id: string | null) =>
      setDraft((now) => {
        const source = now.sources[kind].find((candidate) => candidate.id === id);
        return { ...now, edited: { ...now.edited, [kind]: source ? { id: source.id, form: source.draft } : null } };
      }),
    [],
  );
  const setEmails = useCallback((emails: readonly string[]) => setDraft((now) => ({ ...now, emails })), []);
  const finish = useCallback(() => {
    isFinished.current = true;
    clearWizardDraft(storage);
  }, [storage]);
  return { draft, setName, setForm, addSource, removeSource, editSource, setEmails, finish };
}
