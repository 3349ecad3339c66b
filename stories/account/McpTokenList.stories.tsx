import type { Meta, StoryObj } from "@storybook/react-vite";
import { expect, fn } from "storybook/test";
import { modes } from "../../.storybook/modes.ts";
import { McpTokenList } from "../../src/components/account/McpTokenList.tsx";
import { mcpToken } from "../../tests/fixtures/account.ts";

const meta = {
  component: McpTokenList,
  parameters: {
    chromatic: {
      disableSnapshot: false,
      modes: { light: modes.light, dark: modes.dark, narrow: modes.narrow },
    },
  },
  args: {
    tokens: [
      mcpToken(),
      mcpToken({
        id: "m-2",
        name: "Never used",
        last_used_at: null,
        expires_at: null,
        projects: ["atlas", "borealis"],
        writes: true,
      }),
      mcpToken({ id: "m-4", name: "Web agent", preview: "", client: { kind: "web", name: "agent.example" } }),
      mcpToken({ id: "m-3", name: "Over", expires_at: "2026-02-01T00:00:00Z" }),
    ],
    projectNames: { atlas: "Atlas", borealis: "Borealis" },
    checks: {
      "m-1": {
        isBusy: false,
        test: { works: true, reason: null, projects: ["atlas"] },
        usage: { calls: 412, tokens: 963_000, errors: 3 },
        failure: null,
      },
      "m-2": { isBusy: true, test: null, usage: null, failure: null },
      "m-3": { isBusy: false, test: { works: false, reason: "expired", projects: [] }, usage: null, failure: null },
    },
    onTest: fn(),
    onRotate: fn(),
    onRevoke: fn(),
  },
} satisfies Meta<typeof McpTokenList>;
export default meta;
type Story = StoryObj<typeof meta>;

export const Ready: Story = {
  play: async ({ canvas }) => {
    await expect(canvas.getByRole("button", { name: "Rotate the secret of Never used" })).toBeVisible();
    // A new secret would not make an expired token valid.
    await expect(canvas.queryByRole("button", { name: "Rotate the secret of Over" })).toBeNull();
    // An OAuth client gets new secrets itself.
    await expect(canvas.queryByRole("button", { name: "Rotate the secret of Web agent" })).toBeNull();
    await expect(canvas.getByText("connected by OAuth, answers go to agent.example")).toBeVisible();
  },
};
