/** Programs whose set-up can be copied as it stands. */
export const MCP_CLIENTS = ["claudeCode", "claudeDesktop", "cursor", "vscode", "json"] as const;
export type McpClient = (typeof MCP_CLIENTS)[number];

export interface ClientSetup {
  /** Where it goes: a file, or the command line (null). */
  readonly file: string | null;
  readonly text: string;
}

const json = (value: unknown): string => JSON.stringify(value, null, 2);

/**
 * How a program is told of this server's MCP address.
 * @param url address of the MCP server, `https://clew.example/mcp`
 * @param token the secret, or what stands for it
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
      // It starts programs rather than calling addresses, so a small program carries the calls.
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
    case "cursor":
      return { file: ".cursor/mcp.json", text: json({ mcpServers: { clew: { url, headers } } }) };
    case "vscode":
      return { file: ".vscode/mcp.json", text: json({ servers: { clew: { type: "http", url, headers } } }) };
    case "json":
      return { file: "mcp.json", text: json({ mcpServers: { clew: { type: "http", url, headers } } }) };
  }
}
