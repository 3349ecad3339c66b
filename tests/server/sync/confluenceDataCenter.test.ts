import { afterEach, describe, expect, test } from "vitest";
import { formatMessage } from "../../../server/messages/messages.ts";
import { readConfluenceUrl } from "../../../server/sources/providers/confluence/confluenceUrl.ts";
import { ContractStage } from "../../providers/ContractStage.ts";
import {
  CONTEXT,
  type ConfluenceHostOptions,
  keyOf,
  startConfluenceDataCenterHost,
} from "../../providers/confluenceDataCenterHost.ts";
import { CONTRACT_PROVIDERS } from "../../providers/contractProviders.ts";
import type { RestAnswer } from "../../providers/restHost.ts";
import { type Work, at, makeWork, workPage } from "../../providers/work.ts";
import { contractStages } from "../support/contractStages.ts";

const stages = contractStages();
const isReady = { sync_state: "ready", sync_error: null };
let stage: ContractStage;
afterEach(() => stage.close());

const wiki = (...pages: Work["pages"]): Work => ({ ...makeWork(0), pages });
const manyPages = (count: number) => Array.from({ length: count }, (_, index) => workPage(index + 1));

/** Links Confluence Data Center with these data. */
async function open(
  work: Work,
  options: ConfluenceHostOptions = {},
  page = `${CONTEXT}/display/ROCKET`,
): Promise<void> {
  const row = CONTRACT_PROVIDERS.find(({ name }) => name === "Confluence Data Center");
  if (!row) throw new Error("There is no such row.");
  const start = (served: Work) => startConfluenceDataCenterHost(served, options);
  stage = await ContractStage.open({ ...row, page, make: () => work, start }, stages.server);
}
const db = () => stages.server.database.db;
const titles = async () =>
  (await db().selectFrom("pages").select("title").orderBy("title").execute()).map(({ title }) => title);
const validate = (credential: { token: string; username?: string } | null, page = `${CONTEXT}/display/ROCKET`) =>
  stages.server.running.sources.validateWiki({ provider: "confluence", url: `${stage.host.url}${page}`, credential });
/** What the user reads about a rejected address. */
const refusal = async (credential: { token: string; username?: string } | null): Promise<string> =>
  validate(credential).then(
    () => "accepted",
    (error: unknown) => (error instanceof Error ? error.message : String(error)),
  );

describe("what is stored of a page of Confluence Data Center", () => {
  test("is each field as it was served, with the names of mentioned users", async () => {
    const mention = (attribute: string) => `<ac:link><ri:user ${attribute} /></ac:link>`;
    await open(
      wiki(
        workPage(1),
        workPage(2, {
          parent: 1,
          version: 3,
          labels: ["howto", "ops"],
          attachments: ["a.png", "b.pdf", "c.txt"],
          author: "grace",
          updatedAt: at(90),
          body: `<p>Ask ${mention(`ri:userkey="${keyOf("linus")}"`)}, ${mention('ri:username="ada"')}, ${mention(
            'ri:username="gone"',
          )} or ${mention('ri:userkey="0000"')}.</p>`,
        }),
        workPage(3, { author: "ada" }),
      ),
      {
        fieldsOf: ({ id }) =>
          id === 3
            ? {
                _links: { webui: "/pages/viewpage.action?pageId=3" },
                version: {
                  by: { type: "unknown", displayName: "Unknown User" },
                  when: "2025-02-01T10:00:00.000+05:30",
                  number: 1,
                },
                history: { createdBy: null, createdDate: "no time" },
              }
            : {},
      },
    );
    expect(await stage.sync()).toMatchObject(isReady);
    const host = new URL(stage.host.url).host;
    const site = `${stage.host.url}${CONTEXT}`;
    const pages = await db().selectFrom("pages").selectAll().orderBy("external_id").execute();
    expect(pages).toMatchObject([
      { external_id: "1", parent_external_id: null, version: 1, url: `${site}/display/ROCKET/Page+1` },
      {
        external_id: "2",
        title: "Page 2",
        parent_external_id: "1",
        position: 2,
        version: 3,
        space_key: "ROCKET",
        space_name: "Rocket",
        labels: ["howto", "ops"],
        attachments: ["a.png", "b.pdf", "c.txt"],
        body: "Ask @linus, @ada, @gone or @unknown.",
        url: `${site}/display/ROCKET/Page+2`,
        created_at: new Date(at(90)),
        updated_at: new Date(at(90)),
      },
      {
        external_id: "3",
        author_id: null,
        url: `${site}/pages/viewpage.action?pageId=3`,
        updated_at: new Date("2025-02-01T04:30:00Z"),
      },
    ]);
    const accounts = await db().selectFrom("accounts").select(["id", "external_id", "name"]).execute();
    expect(new Map(accounts.map(({ external_id, name }) => [external_id, name]))).toEqual(
      new Map([
        [`${host}/${keyOf("ada")}`, "ada"],
        [`${host}/${keyOf("grace")}`, "grace"],
      ]),
    );
    const versions = await db()
      .selectFrom("page_versions")
      .innerJoin("pages", "pages.id", "page_versions.page_id")
      .leftJoin("accounts", "accounts.id", "page_versions.author_id")
      .select(["number", "name"])
      .where("pages.external_id", "=", "2")
      .orderBy("number")
      .execute();
    expect(versions).toEqual([
      { number: 1, name: "ada" },
      { number: 2, name: "grace" },
      { number: 3, name: "grace" },
    ]);
  });

  test("comes from the list of versions at its place since 9.0", async () => {
    await open(wiki(workPage(1, { version: 2 })), { version: "9.2.1" });
    expect(await stage.sync()).toMatchObject(isReady);
    expect(stage.host.requests.filter((path) => path.endsWith("/version"))).toEqual([
      `GET ${CONTEXT}/rest/api/content/1/version`,
    ]);
  });
});

describe("restricted pages of Confluence Data Center", () => {
  test("are left out with what is below them, also later, and come back", async () => {
    await open(
      wiki(
        ...manyPages(3),
        workPage(50, { readers: ["ada"] }),
        workPage(51, { parent: 50 }),
        workPage(52, { parent: 51 }),
      ),
    );
    expect(await stage.sync()).toMatchObject(isReady);
    expect(await titles()).toEqual(["Page 1", "Page 2", "Page 3"]);
    const omitted = await db()
      .selectFrom("left_out_items")
      .select(["kind", "external_id"])
      .orderBy("external_id")
      .execute();
    expect(omitted).toEqual(["50", "51", "52"].map((id) => ({ kind: "restricted_page", external_id: id })));
    // No page was asked about by itself.
    expect(stage.host.requests.filter((path) => /restriction|content\/5\d/.test(path))).toEqual([]);
    Object.assign(stage.work.pages[3] ?? {}, { readers: [] });
    Object.assign(stage.work.pages[1] ?? {}, { readers: ["ada"] });
    expect(await stage.sync()).toMatchObject(isReady);
    expect(await titles()).toEqual(["Page 1", "Page 3", "Page 50", "Page 51", "Page 52"]);
  });

  test("are asked about one by one where the list does not show restrictions", async () => {
    await open(wiki(...manyPages(3), workPage(50, { readers: ["ada"] }), workPage(51, { parent: 50 })), {
      hidesRestrictions: true,
    });
    expect(await stage.sync()).toMatchObject(isReady);
    expect(await titles()).toEqual(["Page 1", "Page 2", "Page 3"]);
  });

  test("are all of which the host does not tell", async () => {
    await open(wiki(...manyPages(3), workPage(50)), { hidesRestrictions: true });
    stage.host.fault = ({ path }) =>
      path.includes("/50/restriction/") ? { status: 403, body: { message: "Forbidden" } } : undefined;
    expect(await stage.sync()).toMatchObject(isReady);
    expect(await titles()).toEqual(["Page 1", "Page 2", "Page 3"]);
  });

  test("are left out if they are restricted after the list was read", async () => {
    await open(wiki(...manyPages(3)));
    stage.host.fault = ({ path }) => {
      if (path.endsWith("/content/1")) Object.assign(stage.work.pages[2] ?? {}, { readers: ["ada"] });
      return path.endsWith("/content/3") ? { delayMs: 200 } : undefined;
    };
    expect(await stage.sync()).toMatchObject(isReady);
    expect(await titles()).toEqual(["Page 1", "Page 2"]);
  });
});

describe("the list of pages of Confluence Data Center", () => {
  test("loses no page when others go while it is read", async () => {
    const work = wiki(...manyPages(52));
    let count = 0;
    await open(work, {
      onList: (start) => {
        if (start > 0 && count === 0) work.pages.splice(3, 8);
        if (start > 0) count += 1;
      },
    });
    expect(await stage.sync()).toMatchObject(isReady);
    expect(count).toBeGreaterThan(0);
    expect(await stage.stored()).toEqual(stage.held());
  });

  test("is followed where a visitor is shown fewer rows than a page has", async () => {
    const work = wiki(...manyPages(45));
    await open(work);
    // The host leaves out rows after it has cut the page.
    stage.host.fault = ({ path, query }) =>
      path.endsWith("/content") && query.get("start") === "0"
        ? {
            status: 200,
            body: {
              results: [],
              start: 0,
              limit: 20,
              size: 0,
              _links: { next: "/rest/api/content?limit=20&start=20" },
            },
          }
        : undefined;
    expect(await stage.sync()).toMatchObject(isReady);
    expect(await titles()).toHaveLength(25);
  });

  test("is found below the context path to which the host redirects", async () => {
    await open(wiki(...manyPages(3)), {}, "/display/ROCKET");
    expect(await stage.sync()).toMatchObject(isReady);
    expect(await stage.stored()).toEqual(stage.held());
    expect((await db().selectFrom("pages").select("url").where("external_id", "=", "1").execute())[0]?.url).toBe(
      `${stage.host.url}${CONTEXT}/display/ROCKET/Page+1`,
    );
  });

  test("is that of the space of a page, of a short link, and of all spaces", async () => {
    await open(wiki(...manyPages(3)), {}, `${CONTEXT}/pages/viewpage.action?pageId=2`);
    expect(await stage.sync()).toMatchObject(isReady);
    expect(await titles()).toHaveLength(3);
    expect(await validate({ token: "right" }, `${CONTEXT}/x/AgA`)).toMatchObject({ name: "Rocket (ROCKET)" });
    const all = await validate({ token: "right" }, CONTEXT);
    expect(all.notes.map((note) => formatMessage(note, "EN"))).toEqual([
      "The host is Confluence Data Center 8.5.4.",
      "All 1 spaces that the token sees are read.",
    ]);
  });
});

describe("access to Confluence Data Center", () => {
  test("is a personal access token alone, or a user name with its password", async () => {
    await open(wiki(...manyPages(5)));
    const [sent, sentForManifest] = [new Set<string | undefined>(), new Set<string | undefined>()];
    stage.host.fault = ({ headers, path }) => {
      (path.endsWith("/manifest") ? sentForManifest : sent).add(headers.authorization);
      return undefined;
    };
    expect(await validate({ token: "right" })).toMatchObject({
      account: "ada",
      name: "Rocket (ROCKET)",
      sample: ["Page 5", "Page 4", "Page 3"],
    });
    expect(sent).toEqual(new Set(["Bearer right"]));
    sent.clear();
    await validate({ token: "right", username: "ada" });
    // The manifest is shown to visitors, and asked for without a credential.
    expect(sentForManifest).toEqual(new Set([undefined]));
    expect(sent).toEqual(new Set([`Basic ${Buffer.from("ada:right").toString("base64")}`]));
  });

  test("is none for a visitor, who is shown what is not restricted", async () => {
    await open(wiki(...manyPages(3), workPage(50, { readers: ["ada"] })));
    expect(await validate(null)).toMatchObject({
      account: null,
      visibility: "public",
      sample: ["Page 3", "Page 2", "Page 1"],
    });
  });

  const html = "<!DOCTYPE html><html><head><title>Log In - Confluence</title></head></html>";
  test.each<[string, RestAnswer, RegExp]>([
    [
      "a CAPTCHA after failed sign-ins",
      {
        status: 401,
        body: html,
        headers: {
          "x-seraph-loginreason": "AUTHENTICATION_DENIED",
          "x-authentication-denied-reason": "CAPTCHA_CHALLENGE; login-url=https://wiki.example/login.action",
        },
      },
      /asks this account for a CAPTCHA/,
    ],
    ["a wrong password", { status: 401, body: html }, /reconnect with a new one/],
    ["a page to sign in instead of data", { status: 200, body: html }, /This is not a Confluence/],
    ["no permission to use it", { status: 403, body: { message: "Not permitted" } }, /does not let this account read/],
    ["too many requests", { status: 429, body: "", headers: { "retry-after": "30" } }, /request limit/],
    [
      "a token that the host takes for a visitor's",
      { status: 200, body: { type: "anonymous" } },
      /reconnect with a new/,
    ],
  ])("%s is reported", async (_name, answer, text) => {
    await open(wiki(...manyPages(3)));
    stage.host.fault = ({ path }) => (path.includes("/rest/api/") ? answer : undefined);
    expect(await refusal({ token: "right" })).toMatch(text);
  });

  test("a version that is too old is named, also in XML, and one without personal access tokens asks for a password", async () => {
    await open(wiki(workPage(1)), { version: "6.15.2", hasXml: true });
    expect(await refusal({ token: "right", username: "ada" })).toMatch(
      /is Confluence Data Center 6\.15\.2, which is too old to be read.*7\.0/,
    );
    await stage.close();
    await open(wiki(workPage(1)), { version: "7.4.0", hasXml: true });
    expect(await refusal({ token: "right" })).toMatch(/7\.4\.0, which has no personal access tokens/);
    expect(await refusal({ token: "right", username: "ada" })).toBe("accepted");
  });

  test("a host that is no Confluence is reported as none", async () => {
    await open(wiki(workPage(1)));
    stage.host.fault = ({ path }) =>
      path.endsWith("/manifest") ? { status: 200, body: { typeId: "jira", version: "9.12.0" } } : undefined;
    expect(await refusal({ token: "right" })).toMatch(/This is not a Confluence/);
  });

  test("a token that ran out deletes nothing: the host would show what visitors see", async () => {
    await open(wiki(...manyPages(5)));
    await stage.sync();
    stage.host.fault = ({ path }) => {
      if (path.endsWith("/user/current")) return { status: 200, body: { type: "anonymous", displayName: "Anonymous" } };
      return path.endsWith("/content") ? { status: 200, body: { results: [], _links: {} } } : undefined;
    };
    expect(await stage.sync()).toMatchObject({ sync_state: "failed", sync_error_code: "unauthorized" });
    expect(await titles()).toHaveLength(5);
  });
});

describe("addresses of Confluence", () => {
  test.each([
    ["https://wiki.example.org/display/ABC/A+page", "https://wiki.example.org", "ABC", null],
    ["https://wiki.example.org/spaces/ABC/pages/12/A+page", "https://wiki.example.org", "ABC", null],
    ["https://example.org/confluence/display/~ada/Home", "https://example.org/confluence", "~ada", null],
    ["https://example.org/confluence/pages/viewpage.action?pageId=12", "https://example.org/confluence", null, "12"],
    ["https://example.org/pages/viewpage.action?spaceKey=ABC&title=A", "https://example.org", "ABC", null],
    ["https://example.org/spaces/viewspace.action?key=ABC", "https://example.org", "ABC", null],
    ["https://example.org/x/gqK5Dg", "https://example.org", null, "247046786"],
    ["https://example.org/confluence/dashboard.action", "https://example.org/confluence", null, null],
    ["https://example.org/confluence", "https://example.org/confluence", null, null],
    // The context path of some installations.
    ["https://example.org/wiki/display/ABC", "https://example.org/wiki", "ABC", null],
  ])("of a Data Center: %s", (address, root, space, pageId) => {
    const url = readConfluenceUrl(address);
    expect([url.roots[0], url.space, url.pageId]).toEqual([root, space, pageId]);
    expect(url.page.href.replace(/\/$/, "").startsWith(root)).toBe(true);
    // The stored spelling is read as the same place.
    expect(readConfluenceUrl(url.page.href)).toEqual(url);
  });

  test.each([
    ["https://acme.atlassian.net/wiki/spaces/ABC/pages/12/A", "https://acme.atlassian.net/wiki/spaces/ABC"],
    ["https://acme.atlassian.net/wiki", "https://acme.atlassian.net/wiki"],
    ["https://acme.atlassian.net/spaces/ABC", "https://acme.atlassian.net/wiki/spaces/ABC"],
    ["https://wiki.acme.example/wiki/spaces/ABC/overview", "https://wiki.acme.example/wiki/spaces/ABC"],
  ])("of the cloud: %s", (address, page) => {
    expect(readConfluenceUrl(address).page.href).toBe(page);
  });
});
