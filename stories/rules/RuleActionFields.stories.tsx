import type { Meta, StoryObj } from "@storybook/react-vite";
import { expect, fn } from "storybook/test";
import { lightPicture } from "../../.storybook/modes.ts";
import { RuleActionFields } from "../../src/components/rules/RuleActionFields.tsx";

const meta = {
  component: RuleActionFields,
  args: {
    number: 1,
    action: { kind: "label", value: "search" },
    trigger: "issue.opened",
    webhooks: ["Team channel"],
    errors: undefined,
    onChange: fn(),
    onRemove: fn(),
  },
} satisfies Meta<typeof RuleActionFields>;
export default meta;
type Story = StoryObj<typeof meta>;

export const Label: Story = {
  parameters: lightPicture,
  play: async ({ args, canvas, userEvent }) => {
    await userEvent.selectOptions(canvas.getByLabelText("Action 1"), "comment");
    await expect(args.onChange).toHaveBeenCalledWith({ kind: "comment", value: "" });
    await userEvent.click(canvas.getByRole("button", { name: "Remove action 1" }));
    await expect(args.onRemove).toHaveBeenCalled();
  },
};
export const Comment: Story = { args: { action: { kind: "comment", value: "Thanks, {author}." } } };
/** Nothing is typed: the expert is chosen when the rule acts. */
export const Expert: Story = {
  args: { action: { kind: "assign_expert", value: "" } },
  play: async ({ canvas }) => {
    await expect(canvas.getByText(/^Assigns the first expert/)).toBeVisible();
    await expect(canvas.queryByRole("textbox")).toBeNull();
  },
};
export const Webhook: Story = {
  args: { action: { kind: "webhook", value: "" }, trigger: "sync.failed", onRemove: undefined },
  play: async ({ args, canvas, userEvent }) => {
    await expect(canvas.queryByRole("option", { name: "Add the label" })).toBeNull();
    await userEvent.selectOptions(canvas.getByLabelText("Webhook"), "Team channel");
    await expect(args.onChange).toHaveBeenCalledWith({ kind: "webhook", value: "Team channel" });
  },
};
export const Missing: Story = { args: { action: { kind: "assign", value: "" }, errors: ["Fill in each action."] } };
