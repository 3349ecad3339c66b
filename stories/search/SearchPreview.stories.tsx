import type { Meta, StoryObj } from "@storybook/react-vite";
import { expect, fn } from "storybook/test";
import { pictures, forState } from "../../.storybook/modes.ts";
import { SearchPreview } from "../../src/components/search/SearchPreview.tsx";
import { codeResult, commitChanges, commitResult, issueResult } from "../../tests/fixtures/search.ts";

const CODE = Array.from({ length: 120 }, (_, at) => `export const value${at + 1} = ${at + 1};`).join("\n");

const meta = {
  parameters: pictures,
  component: SearchPreview,
  args: {
    id: "preview",
    result: codeResult({ line: 60 }),
    content: { status: "code", text: CODE, language: "TypeScript" },
    href: "/projects/atlas/documents?path=src/session/Session.ts",
    fileHref: (path) => `/projects/atlas/documents?path=${path}`,
    onRetry: fn(),
    onClose: fn(),
  },
} satisfies Meta<typeof SearchPreview>;
export default meta;
type Story = StoryObj<typeof meta>;

export const Code: Story = {
  play: async ({ args, canvas, userEvent }) => {
    await expect(await canvas.findByText(/value60/)).toBeVisible();
    await expect(canvas.queryByText(/value10\b/)).not.toBeInTheDocument();
    await userEvent.click(canvas.getByRole("button", { name: "Close the preview" }));
    await expect(args.onClose).toHaveBeenCalledOnce();
    await userEvent.keyboard("{Escape}");
    await expect(args.onClose).toHaveBeenCalledTimes(2);
  },
};
export const Markdown: Story = {
  parameters: forState,
  args: { result: issueResult(), content: { status: "markdown", text: "## Steps\n\n1. Open the page\n2. Wait" } },
};
export const Commit: Story = {
  parameters: forState,
  args: {
    result: commitResult(),
    content: { status: "commit", text: "Refresh the token\n\nA minute earlier.", changes: commitChanges() },
    href: undefined,
  },
  play: async ({ canvas }) => {
    await expect(canvas.getByText(/A minute earlier/)).toBeVisible();
    await expect(canvas.getByRole("link", { name: "tests/session.test.ts" })).toHaveAttribute(
      "href",
      "/projects/atlas/documents?path=tests/session.test.ts",
    );
  },
};
export const Plain: Story = {
  parameters: forState,
  args: {
    result: commitResult(),
    content: { status: "plain", text: "Refresh the token\n\nA minute earlier." },
    href: undefined,
  },
};
export const Loading: Story = {
  args: { content: { status: "loading" } },
  parameters: { chromatic: { disableSnapshot: true } },
};
export const Empty: Story = {
  args: { content: { status: "empty" } },
  parameters: { chromatic: { disableSnapshot: true } },
};
export const Failed: Story = {
  args: { content: { status: "failed", text: "The host is being restarted." } },
  parameters: { chromatic: { disableSnapshot: true } }, // the list of CommitChangeList
  play: async ({ args, canvas, userEvent }) => {
    await userEvent.click(canvas.getByRole("button", { name: "Retry" }));
    await expect(args.onRetry).toHaveBeenCalledOnce();
  },
};
