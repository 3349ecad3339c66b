/** Clients whose configuration can be copied unchanged, and the two general forms for any other client. */
export const MCP_CLIENTS = [
  "claudeCode",
  "claudeDesktop",
  "codex",
  "cursor",
  "gemini",
  "vscode",
  "windsurf",
  "zed",
  "json",
  "stdio",
] as const;
export type McpClient = (typeof MCP_CLIENTS)[number];

export interface ClientSetup {
  /** The target: a file, or the command line (null). */
  readonly file: string | null;
  readonly text: string;
}

const json = (value: unknown): string => JSON.stringify(value, null, 2);

/** Clients that sign their user in; the program of `stdio` takes a token alone. */
export const SIGN_IN_CLIENTS = MCP_CLIENTS.filter((client) => client !== "stdio");
export type SignInClient = Exclude<McpClient, "stdio">;

/**
 * The configuration of a client that signs its user in by OAuth: the address alone, without a secret.
 * @param url address of the MCP server, `https://clew.example/mcp`
 */
export function signInSetup(client: SignInClient, url: string): ClientSetup {
  switch (client) {
    case "claudeCode":
      return { file: null, text: `claude mcp add --transport http clew ${url}` };
    case "claudeDesktop":
      return {
        file: "claude_desktop_config.json",
        text: json({ mcpServers: { clew: { command: "npx", args: ["-y", "mcp-remote", url] } } }),
      };
    case "codex":
      return { file: "~/.codex/config.toml", text: `[mcp_servers.clew]\nurl = ${JSON.stringify(url)}` };
    case "cursor":
      return { file: ".cursor/mcp.json", text: json({ mcpServers: { clew: { url } } }) };
    case "gemini":
      return { file: null, text: `gemini mcp add --scope user --transport http clew ${url}` };
    case "vscode":
      return { file: ".vscode/mcp.json", text: json({ servers: { clew: { type: "http", url } } }) };
    case "windsurf":
      return { file: "~/.codeium/windsurf/mcp_config.json", text: json({ mcpServers: { clew: { serverUrl: url } } }) };
    case "zed":
      return { file: "~/.config/zed/settings.json", text: json({ context_servers: { clew: { url } } }) };
    case "json":
      return { file: "mcp.json", text: json({ mcpServers: { clew: { type: "http", url } } }) };
  }
}

/**
 * The configuration of a client with a token for this server's MCP address.
 * @param url address of the MCP server, `https://clew.example/mcp`
 * @param token the secret, or a placeholder for it
 */
export function clientSetup(client: McpClient, url: string, token: string): ClientSetup {
  const headers = { Authorization: `Bearer ${token}` };
  switch (client) {
    case "claudeCode":
      return {
        file: null,
        text: `claude mcp add --transport http clew ${url} --header "Authorization: Bearer ${token}"`,
      };
    case "claudeDesktop":
      // It starts programs and calls no addresses, so a small program forwards the calls.
      return {
        file: "claude_desktop_config.json",
        text: json({
          mcpServers: {
            clew: {
              command: "npx",
              args: ["-y", "mcp-remote", url, "--header", "Authorization:${CLEW_AUTHORIZATION}"],
              env: { CLEW_AUTHORIZATION: `Bearer ${token}` },
            },
          },
        }),
      };
    case "codex":
      return {
        file: "~/.codex/config.toml",
        text: [
          "[mcp_servers.clew]",
          `url = ${JSON.stringify(url)}`,
          `http_headers = { Authorization = ${JSON.stringify(headers.Authorization)} }`,
        ].join("\n"),
      };
    case "cursor":
      return { file: ".cursor/mcp.json", text: json({ mcpServers: { clew: { url, headers } } }) };
    case "gemini":
      return {
        file: null,
        text: `gemini mcp add --scope user --transport http --header "Authorization: Bearer ${token}" clew ${url}`,
      };
    case "vscode":
      // The file belongs to the folder and is often shared: the editor asks for the token and stores it separately.
      return {
        file: ".vscode/mcp.json",
        text: json({
          inputs: [{ type: "promptString", id: "clew-token", description: "Clew: MCP token", password: true }],
          servers: { clew: { type: "http", url, headers: { Authorization: "Bearer ${input:clew-token}" } } },
        }),
      };
    case "windsurf":
      return {
        file: "~/.codeium/windsurf/mcp_config.json",
        text: json({ mcpServers: { clew: { serverUrl: url, headers } } }),
      };
    case "zed":
      return { file: "~/.config/zed/settings.json", text: json({ context_servers: { clew: { url, headers } } }) };
    case "json":
      return { file: "mcp.json", text: json({ mcpServers: { clew: { type: "http", url, headers } } }) };
    case "stdio":
      return {
        file: "mcp.json",
        text: json({
          mcpServers: {
            clew: {
              command: "node",
              args: ["/path/to/clew/server/cli/clewMcp.ts"],
              env: { CLEW_URL: url.replace(/\/mcp$/, ""), CLEW_TOKEN: token },
            },
          },
        }),
      };
  }
}
