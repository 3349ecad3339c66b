import { getSnapshot } from "mobx-state-tree";
import { describe, expect, test } from "vitest";
import { PREFERENCES_KEY as KEY } from "../../src/stores/PreferencesStore.ts";
import { resilientStorage } from "../../src/stores/resilientStorage.ts";
import type { KeyValueStorage } from "../../src/stores/StoreEnv.ts";
import { createTestStore } from "../createTestStore.ts";
import { memoryStorage } from "../fixtures/memoryStorage.ts";

const NOW = Date.parse("2026-03-02T09:00:00Z");
const DEFAULTS = {
  language: null,
  singleKeyEnabled: true,
  railCollapsed: false,
  recentProjects: {},
  recentPlaces: [],
  recentSearches: [],
  trialBannerDismissedAt: null,
  editor: "",
  codeFolders: {},
  warningClosedFor: [],
};
const preferencesOn = (storage: KeyValueStorage) => createTestStore({ storage, now: () => NOW }).preferences;
const shownOn = (storage: KeyValueStorage) => getSnapshot(preferencesOn(storage));
const storedIn = ({ kept }: ReturnType<typeof memoryStorage>): unknown => JSON.parse(kept[KEY] ?? "null");
const holding = (value: unknown) => memoryStorage({ [KEY]: JSON.stringify(value) });

describe("one key", () => {
  test("each change is stored with the version, and the next page load reads it", () => {
    const storage = memoryStorage();
    const preferences = preferencesOn(storage);
    preferences.setLanguage("TR");
    preferences.setSingleKey(false);
    preferences.noteProjectUse("atlas");
    preferences.dismissTrialBanner();
    preferences.closeWarning(["jira"]);
    preferences.setEditor("zed", "r-1", "/home/me/atlas");
    preferences.setRailCollapsed(true);
    const expected = {
      language: "TR",
      singleKeyEnabled: false,
      recentProjects: { atlas: NOW },
      recentPlaces: [],
      recentSearches: [],
      trialBannerDismissedAt: NOW,
      editor: "zed",
      codeFolders: { "r-1": "/home/me/atlas" },
      warningClosedFor: ["jira"],
      railCollapsed: true,
    };
    expect(storedIn(storage)).toEqual({ version: 1, ...expected });
    expect(shownOn(storage)).toEqual(expected);
    expect(Object.keys(storage.kept).toSorted()).toEqual([KEY, "theme"]);
  });

  test("a visitor without preferences has the defaults, and nothing is stored for them", () => {
    const storage = memoryStorage();
    expect(shownOn(storage)).toEqual(DEFAULTS);
    expect(storage.kept).not.toHaveProperty(KEY);
  });

  test("the hundred projects used last are stored", () => {
    const storage = memoryStorage();
    let time = NOW;
    const { preferences } = createTestStore({ storage, now: () => (time += 1) });
    for (let n = 0; n < 100; n += 1) preferences.noteProjectUse(`p-${n}`);
    preferences.noteProjectUse("p-0");
    preferences.noteProjectUse("another");
    const { recentProjects } = shownOn(storage);
    expect(Object.keys(recentProjects)).toHaveLength(100);
    expect([recentProjects["p-0"], recentProjects["p-1"], recentProjects["another"]]).toEqual([
      NOW + 101,
      undefined,
      NOW + 102,
    ]);
  });

  test.each(["constructor", "toString"])(
    "a project named %s that was never opened counts by its last change",
    (slug) => {
      expect(preferencesOn(memoryStorage()).lastUse({ slug, updated_at: "2026-03-02T09:00:00Z" })).toBe(NOW);
    },
  );
});

describe("the keys before version 1", () => {
  test.each([
    ["language", "TR", { language: "TR" }],
    ["language", "en", { language: "EN" }],
    ["language", "Klingon", {}],
    ["clew.singleKeys", "off", { singleKeyEnabled: false }],
    ["clew.singleKeys", "on", {}],
    ["clew.singleKeys", "yes", {}],
    [
      "clew.recentUse",
      '{"atlas":1700000000000,"payments":1800000000000}',
      {
        recentProjects: { atlas: 1_700_000_000_000, payments: 1_800_000_000_000 },
      },
    ],
    ["clew.recentUse", "{not json", {}],
    ["trialBannerDismissedAt", "1800000000000", { trialBannerDismissedAt: 1_800_000_000_000 }],
    ["trialBannerDismissedAt", "yesterday", {}],
    ["clew.warning", "jira,google_calendar", { warningClosedFor: ["jira", "google_calendar"] }],
  ])("%s = %s is moved", (key, text, expected) => {
    const storage = memoryStorage({ [key]: text });
    expect(shownOn(storage)).toEqual({ ...DEFAULTS, ...expected });
    expect(storage.kept).not.toHaveProperty([key]);
    expect(storedIn(storage)).toMatchObject({ version: 1, ...expected });
    expect(shownOn(storage)).toEqual({ ...DEFAULTS, ...expected });
  });

  test("all are moved at once; the keys of the specification and of other programs stay as they are", () => {
    const storage = memoryStorage({
      language: "TR",
      "clew.singleKeys": "off",
      "clew.recentUse": '{"atlas":1}',
      trialBannerDismissedAt: "2",
      "clew.warning": "jira",
      theme: "dark",
      authToken: "t",
      other: "x",
    });
    const expected = {
      language: "TR",
      singleKeyEnabled: false,
      recentProjects: { atlas: 1 },
      recentPlaces: [],
      recentSearches: [],
      trialBannerDismissedAt: 2,
      editor: "",
      codeFolders: {},
      warningClosedFor: ["jira"],
      railCollapsed: false,
    };
    expect(shownOn(storage)).toEqual(expected);
    expect(storage.kept).toEqual({ [KEY]: expect.any(String) as string, theme: "dark", authToken: "t", other: "x" });
  });

  test("what a tab with the release before wrote after the move is taken over, too", () => {
    const storage = memoryStorage({ language: "TR", "clew.recentUse": '{"atlas":1,"payments":2}' });
    preferencesOn(storage).setSingleKey(false);
    storage.setItem("language", "EN");
    storage.setItem("clew.recentUse", '{"payments":3}');
    expect(shownOn(storage)).toEqual({
      ...DEFAULTS,
      language: "EN",
      singleKeyEnabled: false,
      recentProjects: { atlas: 1, payments: 3 },
    });
  });

  test("in a full storage the new key takes the space of the old keys", () => {
    const real = memoryStorage({ language: "TR", "clew.singleKeys": "off" });
    const full = resilientStorage(() => ({
      ...real,
      setItem: (key, value) => {
        if (real.getItem("language") !== null) throw new Error("QuotaExceededError");
        real.setItem(key, value);
      },
    }));
    expect(shownOn(full)).toMatchObject({ language: "TR", singleKeyEnabled: false });
    expect(storedIn(real)).toMatchObject({ language: "TR", singleKeyEnabled: false });
  });
});

describe("content that is not ours", () => {
  test.each(["", "{", "null", "[]", '"text"', "7", "{}", '{"language":"TR"}', '{"version":0,"language":"TR"}'])(
    "%s gives the defaults, and the next change replaces it",
    (text) => {
      const storage = memoryStorage({ [KEY]: text });
      const preferences = preferencesOn(storage);
      expect(getSnapshot(preferences)).toEqual(DEFAULTS);
      preferences.setLanguage("EN");
      expect(storedIn(storage)).toEqual({ version: 1, ...DEFAULTS, language: "EN" });
    },
  );

  test("an invalid field has its default, and the others are kept", () => {
    const storage = holding({
      version: 1,
      language: "DE",
      singleKeyEnabled: false,
      recentProjects: { atlas: 1 },
      trialBannerDismissedAt: "soon",
      warningClosedFor: ["jira", 7],
      odd: true,
    });
    expect(shownOn(storage)).toEqual({ ...DEFAULTS, singleKeyEnabled: false, recentProjects: { atlas: 1 } });
  });

  test("preferences of a newer release are neither read nor overwritten; changes hold while the page is open", () => {
    const newer = { version: 2, language: { ui: "TR", dates: "EN" }, singleKeyEnabled: false };
    const storage = holding(newer);
    storage.setItem("clew.singleKeys", "off");
    const preferences = preferencesOn(storage);
    expect(getSnapshot(preferences)).toEqual(DEFAULTS);
    preferences.setLanguage("TR");
    preferences.noteProjectUse("atlas");
    expect(getSnapshot(preferences)).toEqual({ ...DEFAULTS, language: "TR", recentProjects: { atlas: NOW } });
    expect(storedIn(storage)).toEqual(newer);
    expect(storage.kept["clew.singleKeys"]).toBe("off");
  });
});

describe("two tabs", () => {
  /** The event that a browser sends to the other tabs; tests/routes/shell/shell.test.tsx has the listener. */
  const followFrom = (storage: KeyValueStorage, tab: ReturnType<typeof preferencesOn>) =>
    tab.follow(storage.getItem(KEY));

  test("a change of one is followed by the other, which writes nothing", () => {
    const storage = memoryStorage();
    const [here, there] = [preferencesOn(storage), preferencesOn(storage)];
    here.setLanguage("TR");
    here.closeWarning(["jira"]);
    const written = storage.kept[KEY];
    followFrom(storage, there);
    expect(getSnapshot(there)).toEqual({ ...DEFAULTS, language: "TR", warningClosedFor: ["jira"] });
    expect(storage.kept[KEY]).toBe(written);
  });

  test("a change keeps what the other tab has stored since, also before its event arrives", () => {
    const storage = memoryStorage();
    const [here, there] = [preferencesOn(storage), preferencesOn(storage)];
    here.noteProjectUse("atlas");
    there.noteProjectUse("payments");
    here.setSingleKey(false);
    expect(getSnapshot(here)).toEqual({
      ...DEFAULTS,
      singleKeyEnabled: false,
      recentProjects: { atlas: NOW, payments: NOW },
    });
    expect(shownOn(storage)).toEqual(getSnapshot(here));
  });

  test("cleared storage gives the defaults; preferences of a newer release change nothing", () => {
    const tab = preferencesOn(holding({ version: 1, language: "TR" }));
    tab.follow('{"version":2,"language":"EN"}');
    expect(tab.language).toBe("TR");
    tab.follow(null);
    expect(getSnapshot(tab)).toEqual(DEFAULTS);
  });
});

describe("a storage that throws", () => {
  const forbidden = (): never => {
    throw new Error("SecurityError");
  };

  test("without storage, preferences hold while the page is open", () => {
    const storage = resilientStorage(forbidden);
    const preferences = preferencesOn(storage);
    preferences.setLanguage("TR");
    preferences.setSingleKey(false);
    expect(getSnapshot(preferences)).toEqual({ ...DEFAULTS, language: "TR", singleKeyEnabled: false });
    expect(getSnapshot(preferencesOn(resilientStorage(forbidden)))).toEqual(DEFAULTS);
  });

  test("readable but full: what was stored is read, and changes hold while the page is open", () => {
    const real = { ...holding({ version: 1, language: "TR" }), setItem: forbidden };
    const preferences = preferencesOn(resilientStorage(() => real));
    preferences.setSingleKey(false);
    preferences.noteProjectUse("atlas");
    expect(getSnapshot(preferences)).toEqual({
      ...DEFAULTS,
      language: "TR",
      singleKeyEnabled: false,
      recentProjects: { atlas: NOW },
    });
  });
});
