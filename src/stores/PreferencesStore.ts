import { applySnapshot, getSnapshot, types, type Instance, type SnapshotIn, type SnapshotOut } from "mobx-state-tree";
import { LANGUAGES } from "../../contract/constants.ts";
import type { Language } from "../../contract/access/users.ts";
import { parseFields, takeOldKeys, type StoredFields } from "./migratePreferences.ts";
import { storeEnv, type KeyValueStorage } from "./StoreEnv.ts";

/** The storage key of all preferences. */
export const PREFERENCES_KEY = "clew.preferences";
/** Incremented when the meaning of a stored field changes. */
const VERSION = 1;
/** Maximum number of places of the palette that are stored. */
const PLACES_LIMIT = 20;
/** Maximum number of searches that are stored. */
const SEARCHES_LIMIT = 50;
/** Maximum number of projects whose last use is stored. */
const RECENT_LIMIT = 100;

const FIELDS = {
  /** The last language; null: the browser's. */
  language: types.maybeNull(types.enumeration<Language>([...LANGUAGES])),
  /** Whether single-character shortcuts (J, ?, /) are active: users of speech input switch them off (WCAG 2.1.4). */
  singleKeyEnabled: types.optional(types.boolean, true),
  /** Whether the navigation of a project shows its icons alone. */
  railCollapsed: types.optional(types.boolean, false),
  /** When each project was last opened, in milliseconds since 1970 by slug. */
  recentProjects: types.map(types.finite),
  /** What was opened in the palette, the newest first. */
  recentPlaces: types.array(
    types.model({ id: types.string, group: types.string, title: types.string, detail: types.string, to: types.string }),
  ),
  /** Queries of the search of a project, the newest first. */
  recentSearches: types.array(types.model({ project: types.string, q: types.string })),
  /** Milliseconds since 1970; null: never. */
  trialBannerDismissedAt: types.maybeNull(types.finite),
  /** What opens a file of a repository, and the folder of each repository on this machine, by its id. */
  editor: types.optional(types.string, ""),
  codeFolders: types.map(types.string),
  /** The missing integrations when their warning was closed: it stays closed until another one is missing. */
  warningClosedFor: types.array(types.string),
};

/**
 * What is stored in this browser for its user, except the session and the theme, whose keys the specification fixes (ADR 0074). Each change is
 * stored at once and followed by the other tabs.
 */
export const PreferencesStoreModel = types
  .model("PreferencesStore", FIELDS)
  .views((self) => ({
    /** When the user last opened a project; for one that was never opened in this browser, when it last changed. */
    lastUse: (project: { slug: string; updated_at: string }): number =>
      self.recentProjects.get(project.slug) ?? Date.parse(project.updated_at),
    /** Recent queries of the search of a project, the newest first. */
    searchesOf: (slug: string): readonly string[] =>
      self.recentSearches.flatMap(({ project, q }) => (project === slug ? [q] : [])),
  }))
  .actions((self) => {
    /** Changes what is stored, which another tab may have changed since this page last followed it. */
    const change = (changed: (current: Preferences) => Partial<Preferences>): void => {
      const { storage } = storeEnv(self);
      const stored = readStored(storage.getItem(PREFERENCES_KEY));
      const current = { ...getSnapshot(self), ...(stored as Partial<Preferences> | null) };
      applySnapshot(self, { ...current, ...changed(current) });
      if (stored) write(storage, getSnapshot(self));
    };
    return {
      /** Applies what another tab has stored. It is not written again, which would loop between two tabs. */
      follow(text: string | null) {
        const stored = readStored(text);
        if (stored) applySnapshot(self, stored);
      },
      setLanguage: (language: Language) => change(() => ({ language })),
      setSingleKey: (singleKeyEnabled: boolean) => change(() => ({ singleKeyEnabled })),
      setRailCollapsed: (railCollapsed: boolean) => change(() => ({ railCollapsed })),
      /** Notes that a project is opened now. */
      noteProjectUse: (slug: string) =>
        change(({ recentProjects }) => ({
          recentProjects: Object.fromEntries(
            Object.entries({ ...recentProjects, [slug]: storeEnv(self).now() })
              .toSorted(([, a], [, b]) => b - a)
              .slice(0, RECENT_LIMIT),
          ),
        })),
      notePlace: (place: RecentPlace) =>
        change(({ recentPlaces }) => ({
          recentPlaces: [place, ...recentPlaces.filter(({ id }) => id !== place.id)].slice(0, PLACES_LIMIT),
        })),
      noteSearch: (project: string, q: string) =>
        change(({ recentSearches }) => ({
          recentSearches: [
            { project, q },
            ...recentSearches.filter((search) => search.project !== project || search.q !== q),
          ].slice(0, SEARCHES_LIMIT),
        })),
      forgetSearches: (project: string) =>
        change(({ recentSearches }) => ({
          recentSearches: recentSearches.filter((search) => search.project !== project),
        })),
      /** They are another user's. */
      forgetUse: () => change(() => ({ recentPlaces: [], recentSearches: [] })),
      dismissTrialBanner: () => change(() => ({ trialBannerDismissedAt: storeEnv(self).now() })),
      setEditor: (editor: string, repository: string, folder: string) =>
        change(({ codeFolders }) => ({ editor, codeFolders: { ...codeFolders, [repository]: folder } })),
      closeWarning: (missing: readonly string[]) => change(() => ({ warningClosedFor: [...missing] })),
    };
  });

export interface PreferencesStore extends Instance<typeof PreferencesStoreModel> {}
/** An address and how the palette shows it. */
export type RecentPlace = Preferences["recentPlaces"][number];
type Preferences = SnapshotOut<typeof PreferencesStoreModel>;
type StoredPreferences = SnapshotIn<typeof PreferencesStoreModel>;

/**
 * Reads the stored preferences, and moves those of the keys before version 1 to the one of today. A newer release's are neither read nor
 * changed: they are valid again when that release is.
 */
export function readPreferences(storage: KeyValueStorage): StoredPreferences {
  const stored = readStored(storage.getItem(PREFERENCES_KEY));
  if (!stored) return {};
  // The old keys are removed before the new one is written: a full storage needs their room.
  const fields = takeOldKeys(storage, stored);
  if (fields === stored) return stored;
  const preferences = validOf(fields);
  write(storage, preferences);
  return preferences;
}

/** The valid fields of a stored text; null if it is a newer release's. */
function readStored(text: string | null): StoredPreferences | null {
  const fields = parseFields(text);
  const version = Number(fields["version"]);
  return version > VERSION ? null : validOf(version === VERSION ? fields : {});
}

/** Without the fields that are not ours or not of their type: the storage is open to other programs. */
const validOf = (fields: StoredFields): StoredPreferences =>
  Object.fromEntries(
    Object.entries(FIELDS)
      .filter(([name, type]) => fields[name] !== undefined && type.is(fields[name]))
      .map(([name]) => [name, fields[name]]),
  );

const write = (storage: KeyValueStorage, preferences: StoredPreferences): void =>
  storage.setItem(PREFERENCES_KEY, JSON.stringify({ version: VERSION, ...preferences }));
