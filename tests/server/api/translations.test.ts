import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { languageOf } from "../../../server/api/language.ts";
import { inLanguage, translate } from "../../../server/api/translations/translate.ts";
import { TURKISH } from "../../../server/api/translations/turkish.ts";
import { UPGRADE_SENTENCES } from "../../../contract/planFeatures.ts";
import { addPeople, listen, startTestServer, type TestServer } from "./testServer.ts";

const root = join(import.meta.dirname, "../../..");

/** The sentences that the server's rules and calls refuse with, as they stand in its source; `{}` for what changes. */
function thrownSentences(): string[] {
  const files = ["server/api", "server/access"].flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: "utf8" })
      .filter((name) => name.endsWith(".ts"))
      .map((name) => join(root, folder, name)),
  );
  const sentences = new Set<string>();
  for (const file of files) {
    const text = readFileSync(file, "utf8");
    const simple = /new (?:Forbidden|NotFound|Conflict|Unauthorized|Unavailable)\(\s*("[^"]+"|`[^`]+`)/g;
    const fields = /new Invalid\(\{[^}]*?\[("[^"]+"|`[^`]+`)\]/g;
    for (const [, literal] of [...text.matchAll(simple), ...text.matchAll(fields)]) {
      sentences.add((literal ?? "").slice(1, -1).replaceAll(/\$\{[^}]*\}/g, "{}"));
    }
  }
  return [...sentences].toSorted();
}

describe("the words of refusals", () => {
  test.each(thrownSentences())("in Turkish: %s", (sentence) => {
    expect(translate(sentence.replaceAll("{}", "7"), "TR")).not.toBe(sentence.replaceAll("{}", "7"));
    expect(translate(sentence, "EN")).toBe(sentence);
  });

  test("of the plans are all there, and every place of a sentence is filled", () => {
    for (const sentence of Object.values(UPGRADE_SENTENCES)) expect(translate(sentence, "TR")).not.toBe(sentence);
    for (const [english, turkish] of Object.entries(TURKISH)) {
      const places = english.split("{}").length - 1;
      expect(new Set(turkish.match(/\{\d\}/g)).size, english).toBe(places);
    }
  });

  test("keep what changes, field by field", () => {
    expect(
      inLanguage({ a: ["Must be at most 120 characters"], b: { "0": ["This field is required"] }, c: ["Other"] }, "TR"),
    ).toEqual({ a: ["En çok 120 karakter olabilir"], b: { "0": ["Bu alan zorunludur"] }, c: ["Other"] });
    expect(translate("Grace added you to a to b", "TR")).toBe("Grace sizi a to b projesine ekledi");
  });
});

test.each([
  [undefined, "EN"],
  ["tr", "TR"],
  ["de-DE,tr-TR;q=0.8,en;q=0.5", "TR"],
  ["tr;q=0.2, en-GB;q=0.9", "EN"],
  ["tr;q=0, *", "EN"],
  ["x,x;q=,;;,=,en", "EN"],
])("Accept-Language %s is %s", (header, language) => {
  expect(languageOf(header)).toBe(language);
});

describe("the server answers", () => {
  let server: TestServer;
  let people: Awaited<ReturnType<typeof addPeople>>;
  beforeAll(async () => {
    server = await startTestServer("pglite");
    people = await addPeople(server.db);
  });
  afterAll(() => server.stop());

  test("who is not signed in in the language of the browser, and everybody else in their own", async () => {
    const wrong = { email: "nobody", password: "" };
    const answer = await server.call("POST", "users/login/", { body: wrong, language: "tr-TR" });
    expect(answer.body).toEqual({ email: ["Lütfen geçerli bir e-posta girin"], password: ["Bu alan zorunludur"] });
    expect(answer.headers.get("content-language")).toBe("tr");
    const { token } = people.member;
    const ask = () => server.call("GET", "projects/none/", { token, language: "tr" });
    expect((await ask()).body).toEqual({ detail: "There is no such project." });
    await server.call("PUT", "users/me/", { token, body: { name: "Ece", language: "TR" } });
    expect((await ask()).body).toEqual({ detail: "Böyle bir proje yok." });
    expect((await server.call("GET", "nowhere/", { language: "tr" })).body).toEqual({ detail: "Bulunamadı." });
  });

  test("an address that cannot be read, without falling over", async () => {
    for (const path of ["projects/%", "projects/%ff", `projects/${"x".repeat(5000)}`]) {
      const { status } = await server.call("GET", path, { token: people.admin.token, language: "tr" });
      expect([400, 404], path.slice(0, 20)).toContain(status);
    }
    expect((await server.call("GET", "health/live/")).status).toBe(200);
  });

  test("news of a project come in the language of who hears them", async () => {
    const { token } = people.member;
    await server.call("PUT", "users/me/", { token, body: { name: "Ece", language: "TR" } });
    await server.call("POST", "projects/", {
      token: people.admin.token,
      body: { name: "Loom", repositories: [], trackers: [], wikis: [] },
    });
    const heard = await listen(server, `token=${token}`);
    await server.call("POST", "projects/loom/users/", {
      token: people.admin.token,
      body: { emails: [people.member.email] },
    });
    await expect.poll(() => heard.messages.map(({ title }) => title)).toContain("admin sizi Loom projesine ekledi");
    heard.socket.close();
  });
});
