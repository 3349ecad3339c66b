import { useCallback, useEffect, useRef, useState } from "react";
import { REPOSITORY_PROVIDERS } from "../../../contract/constants.ts";
import { emptyGroup, type GroupDraft, type GroupProvider } from "../../domain/groupDraft.ts";
import { isRecord } from "../../domain/isRecord.ts";
import { SIGN_INS } from "../../domain/sourceDraft.ts";
import type { KeyValueStorage } from "../../stores/StoreEnv.ts";

/** A group that is linked when the project was created. */
export interface WizardGroup {
  readonly id: string;
  readonly draft: GroupDraft;
}

export interface WizardGroups {
  readonly groups: readonly WizardGroup[];
  /** The group that is changed in the form; null while the form is that of a new one. */
  readonly edited: string | null;
  readonly form: GroupDraft;
  /** What is typed for a new group while another one is changed is kept, and not shown. */
  readonly hasHiddenForm: boolean;
  readonly setForm: (form: GroupDraft) => void;
  /** Adds the group of the form and clears the form, or puts it in the place of the group that was changed. */
  readonly add: () => void;
  readonly remove: (id: string) => void;
  /** Shows a group in the form to change it; null: ends the change without its effect. */
  readonly edit: (id: string | null) => void;
  readonly finish: () => void;
}

const KEY = "clew.wizardGroups";

const text = (value: unknown): string => (typeof value === "string" ? value.slice(0, 2000) : "");

/** Storage is untrusted: values of another shape are dropped. */
function readDraft(stored: unknown, byDefault: GroupProvider): GroupDraft {
  const value = isRecord(stored) ? stored : {};
  const filter = isRecord(value["filter"]) ? value["filter"] : {};
  const provider = REPOSITORY_PROVIDERS.find((one) => one === value["provider"]) ?? byDefault;
  return {
    provider,
    url: text(value["url"]),
    signIn: SIGN_INS.find((name) => name === value["signIn"]) ?? "none",
    isPreset: value["isPreset"] === true,
    installation: text(value["installation"]) || undefined,
    token: "",
    username: text(value["username"]),
    filter: {
      ...emptyGroup(provider).filter,
      include: text(filter["include"]),
      exclude: text(filter["exclude"]),
      topics: text(filter["topics"]),
      archived: filter["archived"] === true,
      forks: filter["forks"] === true,
      empty: filter["empty"] === true,
      withIssues: filter["withIssues"] === true,
      visibility: (["public", "private"] as const).find((one) => one === filter["visibility"]) ?? "all",
    },
  };
}

function readGroups(storage: KeyValueStorage, byDefault: GroupProvider): WizardGroup[] {
  try {
    const stored: unknown = JSON.parse(storage.getItem(KEY) ?? "[]");
    return (Array.isArray(stored) ? stored : [])
      .map((one: unknown, at) => ({ id: `group-${at}`, draft: readDraft(one, byDefault) }))
      .filter(({ draft }) => draft.url !== "");
  } catch {
    return [];
  }
}

/** The groups of the wizard, saved in the tab's storage with every change; tokens are kept in memory only. */
export function useWizardGroups(storage: KeyValueStorage, byDefault: GroupProvider): WizardGroups {
  const [groups, setGroups] = useState(() => readGroups(storage, byDefault));
  const [form, setForm] = useState(() => emptyGroup(byDefault));
  const [edited, setEdited] = useState<WizardGroup | null>(null);
  const next = useRef(groups.length);
  const isFinished = useRef(false);
  useEffect(() => {
    if (isFinished.current) return;
    storage.setItem(KEY, JSON.stringify(groups.map(({ draft }) => ({ ...draft, token: "" }))));
  }, [storage, groups]);
  const remove = useCallback((id: string) => {
    setGroups((now) => now.filter((group) => group.id !== id));
    setEdited((now) => (now?.id === id ? null : now));
  }, []);
  const keepForm = useCallback(
    (draft: GroupDraft) => (edited ? setEdited({ ...edited, draft }) : setForm(draft)),
    [edited],
  );
  return {
    groups,
    edited: edited?.id ?? null,
    form: edited?.draft ?? form,
    hasHiddenForm: edited !== null && form.url.trim() !== "",
    setForm: keepForm,
    add: () => {
      if (edited) {
        setGroups(groups.map((group) => (group.id === edited.id ? edited : group)));
        setEdited(null);
        return;
      }
      setGroups([...groups, { id: `group-${next.current}`, draft: form }]);
      next.current += 1;
      setForm(emptyGroup(form.provider));
    },
    remove,
    edit: (id) => setEdited(groups.find((group) => group.id === id) ?? null),
    finish: () => {
      isFinished.current = true;
      storage.removeItem(KEY);
    },
  };
}
