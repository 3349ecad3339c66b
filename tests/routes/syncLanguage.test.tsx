import { waitFor } from "@testing-library/react";
import { expect, onTestFinished, test } from "vitest";
import { NAMESPACES } from "../../src/i18n/resources.ts";
import { createI18n, switchLocale } from "../../src/i18n/i18n.ts";
import { showStoredLanguage, storeProfileLanguage } from "../../src/routes/browser/syncLanguage.ts";
import { syncTabs } from "../../src/routes/browser/syncTabs.ts";
import { createTestStore } from "../createTestStore.ts";
import { memoryStorage } from "../fixtures/memoryStorage.ts";
import { user } from "../fixtures/people.ts";

const KEY = "clew.preferences";

async function openTab(storage = memoryStorage()) {
  const words = await createI18n("en", NAMESPACES);
  const store = createTestStore({ storage });
  onTestFinished(storeProfileLanguage(store));
  onTestFinished(showStoredLanguage(store, words));
  onTestFinished(syncTabs({ store, window, goTo: () => undefined }));
  return { words, store, storage };
}

test("the language of another tab is the page's", async () => {
  const { words, store } = await openTab();
  const newValue = JSON.stringify({ version: 1, language: "TR" });
  window.dispatchEvent(new StorageEvent("storage", { key: KEY, newValue }));
  expect(store.preferences.language).toBe("TR");
  await waitFor(() => expect(words.language).toBe("tr"));
  expect(document.documentElement.lang).toBe("tr");
});

test("the language of the profile is the page's and that of the next visit", async () => {
  const { words, store, storage } = await openTab();
  store.session.setUser(user({ language: "TR" }));
  await waitFor(() => expect(words.language).toBe("tr"));
  expect(createTestStore({ storage }).preferences.language).toBe("TR");
});

test("a cleared storage leaves the page as it is", async () => {
  const { words, store } = await openTab();
  store.preferences.setLanguage("TR");
  await waitFor(() => expect(words.language).toBe("tr"));
  window.dispatchEvent(new StorageEvent("storage", { key: null, newValue: null }));
  expect(store.preferences.language).toBeNull();
  expect(words.language).toBe("tr");
});

test("of two languages chosen one after the other the last is the page's, also if the first one is loaded later", async () => {
  const turkish = Promise.withResolvers<{ title: string }>();
  const words = await createI18n("en", ["shell"], {
    "./locales/en/shell.json": () => Promise.resolve({ title: "Settings" }),
    "./locales/tr/shell.json": () => turkish.promise,
  });
  const first = switchLocale(words, "tr");
  await switchLocale(words, "en");
  turkish.resolve({ title: "Ayarlar" });
  await first;
  expect([words.language, document.documentElement.lang]).toEqual(["en", "en"]);
  await switchLocale(words, "tr");
  expect([words.language, document.documentElement.lang]).toEqual(["tr", "tr"]);
});
