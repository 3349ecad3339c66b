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
  /** Adds the validated source of the form, and clears the form. */
  readonly addSource: (kind: WizardKind, source: SourceDraft, found: Pick<WizardSource, "name" | "visibility">) => void;
  readonly removeSource: (kind: WizardKind, id: string) => void;
  /** Moves a source back into the form. */
  readonly editSource: (kind: WizardKind, id: string) => void;
  readonly setEmails: (emails: readonly string[]) => void;
  /** Clears the draft after the project was created. */
  readonly finish: () => void;
}

const nextId = (draft: WizardDraft): string => {
  const ids = WIZARD_KINDS.flatMap((kind) => draft.sources[kind]).map(({ id }) => Number(id) || 0);
  return String(Math.max(0, ...ids) + 1);
};

/** The draft, saved in the tab's storage with every change. */
export function useWizardDraft(storage: KeyValueStorage): WizardEdits {
  const [draft, setDraft] = useState(() => readWizardDraft(storage));
  const isFinished = useRef(false);
  useEffect(() => {
    if (!isFinished.current) saveWizardDraft(storage, draft);
  }, [storage, draft]);

  const setName = useCallback((name: string) => setDraft((now) => ({ ...now, name })), []);
  const setForm = useCallback(
    (kind: WizardKind, form: SourceDraft) => setDraft((now) => ({ ...now, forms: { ...now.forms, [kind]: form } })),
    [],
  );
  const addSource = useCallback(
    (kind: WizardKind, source: SourceDraft, { name, visibility }: Pick<WizardSource, "name" | "visibility">) =>
      setDraft((now) => ({
        ...now,
        sources: {
          ...now.sources,
          [kind]: [...now.sources[kind], { id: nextId(now), draft: source, name, visibility }],
        },
        forms: { ...now.forms, [kind]: { ...emptyDraft(kind), provider: source.provider } },
      })),
    [],
  );
  const removeSource = useCallback(
    (kind: WizardKind, id: string) =>
      setDraft((now) => ({
        ...now,
        sources: { ...now.sources, [kind]: now.sources[kind].filter((source) => source.id !== id) },
      })),
    [],
  );
  const editSource = useCallback(
    (kind: WizardKind, id: string) =>
      setDraft((now) => {
        const source = now.sources[kind].find((candidate) => candidate.id === id);
        if (!source) return now;
        return {
          ...now,
          sources: { ...now.sources, [kind]: now.sources[kind].filter((candidate) => candidate !== source) },
          forms: { ...now.forms, [kind]: source.draft },
        };
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
