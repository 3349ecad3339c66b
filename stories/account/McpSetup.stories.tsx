import type { Meta, StoryObj } from "@storybook/react-vite";
import { expect } from "storybook/test";
import { pictures, forState } from "../../.storybook/modes.ts";
import { McpSetup } from "../../src/components/account/McpSetup.tsx";

const meta = {
  parameters: pictures,
  component: McpSetup,
  args: { url: "https://clew.example/mcp", onCopy: () => Promise.resolve(true) },
} satisfies Meta<typeof McpSetup>;
export default meta;
type Story = StoryObj<typeof meta>;

export const Ready: Story = {
  play: async ({ canvas, userEvent }) => {
    for (const [client, words] of [
      ["claudeDesktop", "mcp-remote"],
      ["cursor", ".cursor/mcp.json"],
      ["codex", "http_headers = { Authorization"],
      ["gemini", "gemini mcp add"],
      ["vscode", ".vscode/mcp.json"],
      ["windsurf", "serverUrl"],
      ["zed", "context_servers"],
      ["stdio", "clewMcp.ts"],
      ["json", "mcpServers"],
      ["claudeCode", "claude mcp add"],
    ] as const) {
      await userEvent.selectOptions(canvas.getByRole("combobox", { name: "Program" }), client);
      await expect(canvas.getByRole("region", { name: "Set-up" })).toHaveTextContent(words);
    }
  },
};
export const SigningIn: Story = {
  parameters: { chromatic: { disableSnapshot: true } },
  play: async ({ canvas, userEvent }) => {
    const setUp = canvas.getByRole("region", { name: "Set-up" });
    await userEvent.selectOptions(canvas.getByRole("combobox", { name: "Program" }), "stdio");
    await userEvent.click(canvas.getByRole("radio", { name: "By signing in" }));
    // The program for standard streams cannot sign in.
    await expect(canvas.getByRole("combobox", { name: "Program" })).toHaveDisplayValue("Other, by address (JSON)");
    await expect(canvas.queryByRole("option", { name: "Other, by a command (JSON)" })).toBeNull();
    await userEvent.selectOptions(canvas.getByRole("combobox", { name: "Program" }), "claudeCode");
    await expect(setUp).toHaveTextContent("claude mcp add --transport http clew https://clew.example/mcp");
    await expect(setUp).not.toHaveTextContent("YOUR_TOKEN");
    await expect(setUp).toHaveTextContent("you sign in and choose the projects");
    await userEvent.click(canvas.getByRole("radio", { name: "With a token" }));
    await expect(setUp).toHaveTextContent("YOUR_TOKEN");
  },
};
export const WithToken: Story = {
  parameters: forState,
  args: { token: "clew_mcp_3NG56M4_mQklnngJSjqnPoEG2MyGnSPttE61t04l_wQ" },
  play: async ({ canvas }) => {
    await expect(canvas.queryByRole("radiogroup")).toBeNull();
  },
};
