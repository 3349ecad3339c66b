/** `clew issue` against a real server and a host that answers as GitHub's API does: as the member, in the tracker's words, and once. */
import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { createMcpToken } from "../../../server/access/tokens/mcpTokens.ts";
import { CliError, type Status } from "../../../server/cli/CliError.ts";
import type { Format } from "../../../server/cli/CommandSpec.ts";
import { isCommand, readArguments } from "../../../server/cli/readArguments.ts";
import { runRemotely } from "../../../server/cli/remote/remoteCommands.ts";
import { changeOf } from "../../../server/cli/remote/issueChanges.ts";
import { type GithubWriteStage, startGithubWriteStage } from "../githubWriteStage.ts";

const home = mkdtempSync(join(tmpdir(), "clew-home-"));
let stage: GithubWriteStage;
beforeAll(async () => {
  stage = await startGithubWriteStage();
});
afterAll(async () => {
  await stage.stop();
  rmSync(home, { recursive: true });
});
beforeEach(() => stage.reset());

interface Ended {
  readonly status: Status;
  readonly out: string;
  readonly said: string;
}

async function clew(
  args: readonly string[],
  { token = stage.people.admin.token, url = stage.server.url, format = "json" as Format } = {},
): Promise<Ended> {
  const environment = { XDG_CONFIG_HOME: home, CLEW_URL: url, CLEW_TOKEN: token };
  let [out, said] = ["", ""];
  const written = vi.spyOn(process.stdout, "write").mockImplementation((text) => {
    out += String(text);
    return true;
  });
  const complained = vi.spyOn(process.stderr, "write").mockImplementation((text) => {
    said += String(text);
    return true;
  });
  try {
    const [command, ...rest] = args;
    if (!isCommand(command)) throw new Error(command);
    const request = readArguments(command, rest, environment);
    if (request === "help") throw new Error("no help here");
    return { status: await runRemotely(request, environment, format), out, said };
  } catch (error) {
    if (!(error instanceof CliError)) throw error;
    return { status: error.status, out, said: `${said}${error.message}` };
  } finally {
    written.mockRestore();
    complained.mockRestore();
  }
}
const issue = (...args: string[]) => clew(["issue", ...args]);
const keptChanges = (): string[] => readdirSync(join(home, "clew", "changes"));

describe("changes of an issue", () => {
  test("a comment is written by the member's account, and answered in JSON", async () => {
    const { status, out } = await issue("comment", "#1", "Seen", "again.");
    expect([status, JSON.parse(out)]).toEqual([
      0,
      { issue: "#1", action: "comment", state: "done", account: "ada", text: null, url: "https://example.org/1" },
    ]);
    expect(stage.issue.comments.map(({ author, body }) => [author, body])).toEqual([["ada", "Seen again."]]);
    expect(keptChanges()).toEqual([]);
  });

  test("labels are added and removed by name in any case; what is there already is not sent", async () => {
    expect(await issue("label", "1", "SEARCH", "docs", "--remove", "bug")).toMatchObject({ status: 0 });
    expect(stage.issue.labels.toSorted()).toEqual(["docs", "search"]);
    stage.forget();
    const again = await clew(["issue", "label", "#1", "docs", "--remove", "bug"], { format: "text" });
    expect(again).toMatchObject({ status: 0, out: expect.stringContaining("Nothing to change.") });
    expect(stage.sent()).toEqual([]);
  });

  test("a person is assigned, also by @me, and a milestone is replaced", async () => {
    expect(await issue("assign", "#1", "@me", "grace")).toMatchObject({ status: 0 });
    expect(stage.issue.assignees).toEqual(["ada", "grace"]);
    await issue("milestone", "#1", "v1");
    expect(await issue("milestone", "#1", "v2")).toMatchObject({ status: 0 });
    expect(stage.issue.milestone).toBe("v2");
    expect(await issue("milestone", "#1", "--remove", "v2")).toMatchObject({ status: 0 });
    expect(stage.issue.milestone ?? null).toBeNull();
  });

  test("an issue is closed, for a reason where one is given, and reopened", async () => {
    expect(await issue("close", "#1", "--state", "not planned")).toMatchObject({ status: 0 });
    expect([stage.issue.state, stage.issue.stateReason]).toEqual(["closed", "not_planned"]);
    stage.forget();
    expect(await issue("close", "#1")).toMatchObject({ status: 0, out: expect.stringContaining("Nothing to change.") });
    expect(stage.sent()).toEqual([]);
    expect(await issue("reopen", "#1")).toMatchObject({ status: 0 });
    expect(await issue("close", "#1")).toMatchObject({ status: 0 });
    expect([stage.issue.state, stage.issue.stateReason]).toEqual(["closed", "completed"]);
  });

  test("an issue is linked as a duplicate of another one", async () => {
    const { status, out } = await issue("duplicate", "#1", "#2");
    expect([status, JSON.parse(out)]).toMatchObject([0, { action: "duplicate", state: "done", account: "ada" }]);
    expect([stage.issue.state, stage.issue.stateReason]).toEqual(["closed", "duplicate"]);
    expect((await issue("duplicate", "#1", "#99")).status).toBe(1);
  });

  test("a priority carries what the member saw, so that another one is not overwritten", () => {
    const [low, high] = [
      { id: "4", name: "Low" },
      { id: "2", name: "High" },
    ];
    const offer = {
      action: "priority" as const,
      reason: null,
      options: [low, high],
      current: [low],
      is_multiple: false,
    };
    const change = (name: string) =>
      changeOf("priority", [name], { removed: [], state: undefined }, { state: "open" }, { offer, account: "ada" });
    expect(change("high")).toEqual({ action: "priority", from: "4", to: "2" });
    expect(change("Low")).toBeNull();
    expect(() => change("Urgent")).toThrow(/no Urgent there/);
  });

  test("an issue is made with its text and labels, and named by its key", async () => {
    const { status, out } = await issue("create", "Search is slow", "--body", "Since today.", "--label", "Bug");
    expect([status, JSON.parse(out)]).toMatchObject([0, { action: "create", state: "done", issue: "#3" }]);
    const made = stage.data.issues.pop();
    expect(made).toMatchObject({ title: "Search is slow", body: "Since today.", labels: ["bug"], author: "ada" });
  });
});

describe("what cannot work", () => {
  test.each<[string, string[], Status, RegExp]>([
    ["a verb that is not there", ["coment", "#1", "a"], 2, /Did you mean comment\?/],
    ["no issue", ["close"], 2, /Say which issue: clew issue close/],
    ["an issue that is not there", ["close", "#77"], 6, /issue/],
    ["a label that is nearly right", ["label", "#1", "serch"], 2, /no serch there\. Did you mean search\?/],
    ["a reason that is not there", ["close", "#1", "--state", "bored"], 2, /There are: completed, not_planned/],
    ["two values of one", ["milestone", "#1", "v1", "v2"], 2, /one value/],
    ["a priority, which the tracker does not have", ["priority", "#1", "High"], 1, /no such field/],
    ["a duplicate of nothing", ["duplicate", "#1"], 2, /clew issue duplicate ISSUE OTHER/],
    ["a title of nothing", ["create", " "], 2, /title/],
  ])("%s is refused before anything is sent", async (_, args, status, sentence) => {
    expect(await issue(...args)).toMatchObject({ status, out: "", said: expect.stringMatching(sentence) });
    expect(stage.sent()).toEqual([]);
  });

  test("an MCP token only reads, and a Viewer too", async () => {
    const { db } = stage.server;
    const { token } = await createMcpToken(db, stage.people.admin.id, {
      name: "an agent",
      projects: ["maze"],
      expires_at: null,
    });
    expect(await clew(["issue", "close", "#1"], { token })).toMatchObject({
      status: 5,
      said: expect.stringMatching(/An MCP token only reads\..*--email ADDRESS/),
    });
    const asViewer = await clew(["issue", "close", "#1"], { token: stage.people.member.token });
    expect(asViewer).toMatchObject({ status: 5, said: expect.stringContaining("role") });
    expect(stage.sent()).toEqual([]);
  });

  test("the tracker's refusal is shown in its words, and in JSON; the same command again is a new change", async () => {
    stage.fault = () => ({ status: 422, body: { message: "This issue is spam." } });
    const refused = await issue("comment", "#1", "Buy!");
    expect(refused).toMatchObject({ status: 1, said: expect.stringContaining("This issue is spam.") });
    expect(JSON.parse(refused.out)).toMatchObject({ state: "refused", text: expect.stringContaining("spam") });
    stage.fault = () => undefined;
    expect(await issue("comment", "#1", "Buy!")).toMatchObject({ status: 0 });
    expect(stage.issue.comments).toHaveLength(1);
  });
});

describe("a lost answer", () => {
  test("of the tracker: the same command continues the change, which is made once", async () => {
    stage.fault = () => "dropped";
    const lost = await issue("comment", "#1", "Once.");
    expect(lost).toMatchObject({ status: 9, said: expect.stringContaining("the change is made once") });
    expect(keptChanges()).toHaveLength(1);
    stage.fault = () => undefined;
    // It arrives late: between both commands.
    stage.issue.comments.push({
      id: 99,
      author: "ada",
      body: "Once.",
      createdAt: "2026-12-31T00:00:00Z",
      updatedAt: "2026-12-31T00:00:00Z",
    } as (typeof stage.issue.comments)[number]);
    stage.forget();
    const again = await issue("comment", "#1", "Once.");
    expect(again).toMatchObject({ status: 0, said: expect.stringContaining("is continued") });
    expect([stage.sent(), keptChanges()]).toEqual([[], []]);
  });

  test("of the Clew server: the tracker has the change, and the same command shows it", async () => {
    const { fetch } = globalThis;
    const dropped = vi.spyOn(globalThis, "fetch").mockImplementation(async (input, init) => {
      const answer = await fetch(input, init);
      if (init?.method === "POST") throw new TypeError("terminated", { cause: { code: "ECONNRESET" } });
      return answer;
    });
    const lost = await issue("create", "Made once").finally(() => dropped.mockRestore());
    expect(lost).toMatchObject({ status: 9, out: "" });
    const again = await issue("create", "Made once");
    expect([again.status, JSON.parse(again.out)]).toMatchObject([0, { state: "done", issue: "#3" }]);
    expect(stage.data.issues.filter(({ title }) => title === "Made once")).toHaveLength(1);
    stage.data.issues.pop();
    // Its end is known: another command with the same words is another issue.
    expect(keptChanges()).toEqual([]);
  });
});
