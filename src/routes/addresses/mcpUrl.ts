/** Address of this server's MCP endpoint: the app's own origin, or the API origin of the build. */
export const mcpUrl = (): string => {
  const origin: string = import.meta.env["VITE_PROVIDER_ORIGIN"] ?? "";
  return new URL("/mcp", origin || window.location.origin).href;
};
