/** Each copied configuration has the format of its program, with the address and the token in the right fields. */
import { expect, test } from "vitest";
import {
  clientSetup,
  SIGN_IN_CLIENTS,
  signInSetup,
  type McpClient,
} from "../../../src/components/account/clientSetups.ts";

const URL = "https://clew.example/mcp";
const TOKEN = "clew_mcp_x";
const text = (client: McpClient) => clientSetup(client, URL, TOKEN).text;
const read = (client: McpClient): unknown => JSON.parse(text(client));
const headers = { Authorization: `Bearer ${TOKEN}` };

test("files of JSON", () => {
  expect(read("cursor")).toEqual({ mcpServers: { clew: { url: URL, headers } } });
  expect(read("windsurf")).toEqual({ mcpServers: { clew: { serverUrl: URL, headers } } });
  expect(read("zed")).toEqual({ context_servers: { clew: { url: URL, headers } } });
  expect(read("json")).toEqual({ mcpServers: { clew: { type: "http", url: URL, headers } } });
  expect(read("stdio")).toMatchObject({
    mcpServers: { clew: { env: { CLEW_URL: "https://clew.example", CLEW_TOKEN: TOKEN } } },
  });
  expect(read("claudeDesktop")).toMatchObject({
    mcpServers: { clew: { command: "npx", env: { CLEW_AUTHORIZATION: `Bearer ${TOKEN}` } } },
  });
});

test("a file that is shared with others holds no token: the editor asks for it", () => {
  expect(read("vscode")).toMatchObject({
    inputs: [{ id: "clew-token", password: true }],
    servers: { clew: { type: "http", url: URL, headers: { Authorization: "Bearer ${input:clew-token}" } } },
  });
  expect(text("vscode")).not.toContain(TOKEN);
});

test("commands and TOML", () => {
  expect(text("claudeCode")).toBe(
    `claude mcp add --transport http clew ${URL} --header "Authorization: Bearer ${TOKEN}"`,
  );
  expect(text("gemini")).toMatch(/^gemini mcp add .*--transport http .* clew https:\/\/clew\.example\/mcp$/);
  expect(text("codex").split("\n")).toEqual([
    "[mcp_servers.clew]",
    `url = "${URL}"`,
    `http_headers = { Authorization = "Bearer ${TOKEN}" }`,
  ]);
});

test.each(SIGN_IN_CLIENTS)("%s signs its user in by the address alone, in the same place as with a token", (client) => {
  const signIn = signInSetup(client, URL);
  expect(signIn.file).toBe(clientSetup(client, URL, TOKEN).file);
  expect(signIn.text).toContain(URL);
  expect(signIn.text).not.toMatch(/authorization|bearer|token|header/i);
  const isJson = signIn.file?.endsWith(".json") === true;
  expect(() => void (isJson && JSON.parse(signIn.text))).not.toThrow();
});
