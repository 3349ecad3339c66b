import type { Meta, StoryObj } from "@storybook/react-vite";
import { expect, fn, waitFor } from "storybook/test";
import { modes } from "../../.storybook/modes.ts";
import { McpTokenForm } from "../../src/components/account/McpTokenForm.tsx";
import { McpTokenList } from "../../src/components/account/McpTokenList.tsx";
import { CreatedTokenNotice } from "../../src/components/account/CreatedTokenNotice.tsx";
import { mcpToken } from "../../tests/fixtures/account.ts";

const meta = {
  component: McpTokenForm,
  args: {
    projects: [
      { slug: "atlas", name: "Atlas" },
      { slug: "borealis", name: "Borealis" },
    ],
    onCreate: fn(),
    onCancel: fn(),
  },
} satisfies Meta<typeof McpTokenForm>;
export default meta;
type Story = StoryObj<typeof meta>;

export const Form: Story = {
  parameters: { chromatic: { modes: { light: modes.light, dark: modes.dark, narrow: modes.narrow, tr: modes.tr } } },
  play: async ({ args, canvas, userEvent }) => {
    await expect(canvas.getByLabelText("Name")).toHaveFocus();
    await userEvent.click(canvas.getByRole("button", { name: "Cancel" }));
    await expect(args.onCancel).toHaveBeenCalledOnce();
  },
};
export const FormBusy: Story = { args: { isBusy: true } };
export const FormRefused: Story = {
  args: {
    failure: {
      text: "",
      fields: { name: ["name: You have a token of this name"], projects: ["projects: There is no such project"] },
    },
  },
};
export const FormSaysWhatIsMissing: Story = {
  play: async ({ args, canvas, userEvent }) => {
    await userEvent.click(canvas.getByRole("button", { name: "Create token" }));
    await expect(canvas.getAllByText("This field is required")).toHaveLength(2);
    await waitFor(() => expect(canvas.getByLabelText("Name")).toHaveFocus());
    await userEvent.type(canvas.getByLabelText("Name"), "Editor");
    await userEvent.click(canvas.getByRole("button", { name: "Create token" }));
    await waitFor(() => expect(canvas.getByRole("checkbox", { name: "Atlas" })).toHaveFocus());
    await expect(canvas.getByRole("checkbox", { name: "Atlas" })).toHaveAccessibleDescription("This field is required");
    await expect(args.onCreate).not.toHaveBeenCalled();
  },
};
export const List: Story = {
  parameters: { chromatic: { modes: { light: modes.light, dark: modes.dark, narrow: modes.narrow, tr: modes.tr } } },
  render: () => (
    <McpTokenList
      tokens={[
        mcpToken(),
        mcpToken({
          id: "m-2",
          name: "Never used",
          last_used_at: null,
          expires_at: null,
          projects: ["atlas", "borealis"],
        }),
        mcpToken({ id: "m-3", name: "Over", expires_at: "2026-02-01T00:00:00Z" }),
      ]}
      projectNames={{ atlas: "Atlas", borealis: "Borealis" }}
      checks={{
        "m-1": {
          isBusy: false,
          test: { works: true, reason: null, projects: ["atlas"] },
          usage: { calls: 412, tokens: 963_000, errors: 3 },
          failure: null,
        },
        "m-2": { isBusy: true, test: null, usage: null, failure: null },
        "m-3": { isBusy: false, test: { works: false, reason: "expired", projects: [] }, usage: null, failure: null },
      }}
      onTest={fn()}
      onRotate={fn()}
      onRevoke={fn()}
    />
  ),
  play: async ({ canvas }) => {
    await expect(canvas.getByRole("button", { name: "Rotate the secret of Never used" })).toBeVisible();
    // A new secret would not make an expired token valid.
    await expect(canvas.queryByRole("button", { name: "Rotate the secret of Over" })).toBeNull();
  },
};
export const Secret: Story = {
  parameters: { chromatic: { modes: { light: modes.light, dark: modes.dark, narrow: modes.narrow, tr: modes.tr } } },
  render: () => (
    <CreatedTokenNotice
      name="Editor"
      token="clew_mcp_3NG56M4_mQklnngJSjqnPoEG2MyGnSPttE61t04l_wQ"
      url="https://clew.example/mcp"
      onCopy={() => Promise.resolve(true)}
      onDone={fn()}
    />
  ),
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
