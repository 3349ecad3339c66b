import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { languageOf } from "../../../server/http/language.ts";
import { addPeople, listen, startTestServer, type TestServer } from "./testServer.ts";

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

  test("who is not signed in in the language of the browser, and all others in their own", async () => {
    const wrong = { email: "unknown", password: "" };
    const answer = await server.call("POST", "users/login/", { body: wrong, language: "tr-TR" });
    expect(answer.body).toEqual({ email: ["Lütfen geçerli bir e-posta girin"], password: ["Bu alan zorunludur"] });
    expect(answer.headers.get("content-language")).toBe("tr");
    const { token } = people.member;
    const ask = () => server.call("GET", "projects/none/", { token, language: "tr" });
    expect((await ask()).body).toEqual({ detail: "There is no such project.", code: "project.not_found" });
    await server.call("PUT", "users/me/", { token, body: { name: "Ece", language: "TR" } });
    expect((await ask()).body).toEqual({ detail: "Böyle bir proje yok.", code: "project.not_found" });
    expect((await server.call("GET", "nowhere/", { language: "tr" })).body).toEqual({
      detail: "Bulunamadı.",
      code: "not_found",
    });
  });

  test("an address that cannot be read, without falling over", async () => {
    for (const path of ["projects/%", "projects/%ff", `projects/${"x".repeat(5000)}`]) {
      const { status } = await server.call("GET", path, { token: people.admin.token, language: "tr" });
      expect([400, 404], path.slice(0, 20)).toContain(status);
    }
    expect((await server.call("GET", "health/live/")).status).toBe(200);
  });

  test("events of a project are in the language of their receiver", async () => {
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
