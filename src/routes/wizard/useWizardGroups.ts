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
  readonly form: GroupDraft;
  readonly setForm: (form: GroupDraft) => void;
  /** Adds the group of the form, and clears the form. */
  readonly add: () => void;
  readonly remove: (id: string) => void;
  /** Moves a group back into the form. */
  readonly edit: (id: string) => void;
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
  const next = useRef(groups.length);
  const isFinished = useRef(false);
  useEffect(() => {
    if (isFinished.current) return;
    storage.setItem(KEY, JSON.stringify(groups.map(({ draft }) => ({ ...draft, token: "" }))));
  }, [storage, groups]);
  const remove = useCallback((id: string) => setGroups((now) => now.filter((group) => group.id !== id)), []);
  return {
    groups,
    form,
    setForm,
    add: () => {
      setGroups([...groups, { id: `group-${next.current}`, draft: form }]);
      next.current += 1;
      setForm(emptyGroup(form.provider));
    },
    remove,
    edit: (id) => {
      const group = groups.find((one) => one.id === id);
      if (!group) return;
      setForm(group.draft);
      remove(id);
    },
    finish: () => {
      isFinished.current = true;
      storage.removeItem(KEY);
    },
  };
}
