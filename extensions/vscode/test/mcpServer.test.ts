/** The MCP server that the editor's agents are offered: whom it belongs to, and where its token goes. */
import { deepStrictEqual, ok } from "node:assert";
import { after, afterEach, before, beforeEach, test } from "node:test";
import type * as vscode from "vscode";
import { ClewHost } from "./clewHost.ts";
import { type Started, started } from "./started.ts";
import { hands, lm } from "./vscodeStandIn.ts";

const host = new ClewHost();
before(() => host.start());
after(() => host.stop());
let extension: Started;
beforeEach(() => {
  extension = started(host);
});
afterEach(() => extension.stop());

const NONE = {} as vscode.CancellationToken;
const offered = async () => (await hands.mcp?.provideMcpServerDefinitions(NONE)) ?? [];
const resolved = (definition: vscode.McpHttpServerDefinition) =>
  hands.mcp?.resolveMcpServerDefinition?.(definition, NONE);

test("is that of the signed-in user, and has the token from its start on", async () => {
  const [definition, ...others] = await offered();
  ok(definition);
  deepStrictEqual(
    [definition.label, String(definition.uri), definition.headers, others],
    ["Clew", `${host.url}/mcp`, {}, []],
  );
  deepStrictEqual((await resolved(definition))?.headers, { Authorization: "Bearer clew_mcp_right" });
  deepStrictEqual(host.requested, []);
});

test("is not offered without a token, and the editor asks again after a sign-in or a sign-out", async () => {
  let changes = 0;
  hands.mcp?.onDidChangeMcpServerDefinitions?.(() => (changes += 1));
  const [definition] = await offered();
  await hands.run("clew.signOut");
  deepStrictEqual([await offered(), changes], [[], 1]);
  ok(definition);
  deepStrictEqual(await resolved(definition), undefined);
  extension.tokens.set(`clew.token ${host.url}`, "clew_mcp_other");
  extension.secretsChanged.fire({ key: `clew.token ${host.url}` });
  deepStrictEqual([(await offered()).length, changes], [1, 2]);
});

test("a definition of another address gets neither the token of this one nor its former token", async () => {
  const [definition] = await offered();
  ok(definition);
  extension.tokens.set("clew.token http://127.0.0.1:9", "clew_mcp_nine");
  hands.settings["server"] = "http://127.0.0.1:9";
  deepStrictEqual([await resolved(definition), definition.headers], [undefined, {}]);
  deepStrictEqual(
    (await offered()).map(({ uri }) => String(uri)),
    ["http://127.0.0.1:9/mcp"],
  );
});

test("an editor without this part of its API has the rest of the extension", () => {
  extension.stop();
  const { registerMcpServerDefinitionProvider } = lm;
  Object.assign(lm, { registerMcpServerDefinitionProvider: undefined });
  try {
    hands.commands.clear();
    extension = started(host);
    deepStrictEqual([hands.mcp, hands.commands.has("clew.search")], [undefined, true]);
  } finally {
    Object.assign(lm, { registerMcpServerDefinitionProvider });
  }
});
