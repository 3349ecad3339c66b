import type { Meta, StoryObj } from "@storybook/react-vite";
import { expect, fn } from "storybook/test";
import { pictures, forLayout, forState } from "../../.storybook/modes.ts";
import { IssuePreview } from "../../src/components/issues/IssuePreview.tsx";
import { issue, issueRow } from "../../tests/fixtures/issues.ts";

const meta = {
  parameters: pictures,
  component: IssuePreview,
  decorators: [
    (Story) => (
      <div style={{ blockSize: 620, display: "grid", maxInlineSize: 400 }}>
        <Story />
      </div>
    ),
  ],
  argTypes: {
    issue: { control: false },
    text: {
      control: "inline-radio",
      options: ["loading", "ready", "failed"],
      mapping: {
        loading: { status: "loading" },
        ready: { status: "ready", data: { body: issue().body } },
        failed: { status: "failed", text: "Something went wrong." },
      },
    },
    href: { control: "text" },
  },
  args: {
    personHref: ({ name }) => `/projects/atlas/people/${name}`,
    issue: issueRow(0),
    text: { status: "ready", data: { body: issue().body } },
    href: "/projects/atlas/issues/i-0",
    onRetry: fn(),
    onClose: fn(),
  },
} satisfies Meta<typeof IssuePreview>;
export default meta;
type Story = StoryObj<typeof meta>;

export const Playground: Story = { parameters: { chromatic: { disableSnapshot: true } } };
export const Ready: Story = { parameters: forState };
export const Loading: Story = { args: { text: { status: "loading" } }, parameters: forState };
export const Failed: Story = {
  args: { text: { status: "failed", text: "The host did not answer in time." } },
  parameters: forState,
};
export const Empty: Story = {
  args: { text: { status: "ready", data: { body: "  \n" } }, issue: issueRow(4, { author: null }) },
  parameters: forState,
};
export const Closed: Story = { parameters: forState, args: { issue: issueRow(3) } };
export const LongName: Story = {
  args: { issue: issueRow(5, { title: "incident-response-tooling".repeat(8), labels: ["x".repeat(120), "bug"] }) },
  parameters: forLayout,
};
export const Turkish: Story = { globals: { locale: "tr" }, parameters: forLayout };
export const ClosesByKeyboard: Story = {
  parameters: { chromatic: { disableSnapshot: true } },
  play: async ({ args, canvas, userEvent }) => {
    await userEvent.tab();
    await expect(canvas.getByRole("link", { name: "Open issue" })).toHaveFocus();
    await userEvent.tab();
    await userEvent.keyboard("{Enter}");
    await expect(args.onClose).toHaveBeenCalledOnce();
  },
};
