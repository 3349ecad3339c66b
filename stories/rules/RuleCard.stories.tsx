import type { Meta, StoryObj } from "@storybook/react-vite";
import { expect, fn } from "storybook/test";
import { lightPicture } from "../../.storybook/modes.ts";
import { RuleCard } from "../../src/components/rules/RuleCard.tsx";
import { ruleDefinition, ruleRow } from "../../tests/fixtures/rules.ts";

const meta = {
  component: RuleCard,
  args: {
    rule: ruleRow(),
    isSwitching: false,
    isTrying: false,
    failure: null,
    onTurn: fn(),
    onDryRun: fn(),
    onEdit: fn(),
    onRemove: fn(),
    children: null,
  },
} satisfies Meta<typeof RuleCard>;
export default meta;
type Story = StoryObj<typeof meta>;

export const On: Story = {
  parameters: lightPicture,
  play: async ({ args, canvas, userEvent }) => {
    await userEvent.click(canvas.getByRole("button", { name: "Turn off" }));
    await expect(args.onTurn).toHaveBeenCalledWith(false);
    await userEvent.click(canvas.getByRole("button", { name: "Dry run: Crashes to the search team" }));
    await expect(args.onDryRun).toHaveBeenCalled();
    await userEvent.click(canvas.getByRole("button", { name: "Edit" }));
    await expect(args.onEdit).toHaveBeenCalled();
    await userEvent.click(canvas.getByRole("button", { name: "Remove" }));
    await expect(args.onRemove).toHaveBeenCalled();
  },
};
export const Unchecked: Story = {
  args: { rule: ruleRow({ is_enabled: false, is_checked: false, last_run_at: null, recent_actions: 0 }) },
  play: async ({ canvas }) => {
    await expect(canvas.getByText("Do a dry run before you turn this rule on.")).toBeVisible();
    await expect(canvas.queryByRole("button", { name: "Turn on" })).toBeNull();
  },
};
export const Checked: Story = {
  args: { rule: ruleRow({ is_enabled: false }) },
  play: async ({ args, canvas, userEvent }) => {
    await userEvent.click(canvas.getByRole("button", { name: "Turn on" }));
    await expect(args.onTurn).toHaveBeenCalledWith(true);
  },
};
export const Paused: Story = {
  args: {
    rule: ruleRow({
      is_enabled: false,
      paused_reason: "Your GitHub account is connected for reading alone. Turn on writing to act as yourself.",
    }),
  },
};
export const OfFile: Story = {
  args: {
    rule: ruleRow({
      file: { source: "source-1", name: "thread" },
      definition: ruleDefinition({
        when: "issue.stale",
        days: 30,
        actions: [{ do: "webhook", webhook: "Team channel" }],
      }),
    }),
    onEdit: undefined,
    onRemove: undefined,
  },
};
export const OfSearch: Story = {
  args: {
    rule: ruleRow({
      definition: ruleDefinition({
        when: "search.matched",
        search: "Open crashes",
        query: "",
        area: null,
        actions: [{ do: "notify", people: ["ada@example.org"] }],
      }),
    }),
  },
};
export const Busy: Story = { args: { isSwitching: true, isTrying: true } };
export const Refused: Story = { args: { failure: { text: "Too many requests. Try again later." } } };
