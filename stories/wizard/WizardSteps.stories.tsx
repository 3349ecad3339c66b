import type { Meta, StoryObj } from "@storybook/react-vite";
import { expect, fn } from "storybook/test";
import { pictures, layoutModes, modes, forState } from "../../.storybook/modes.ts";
import { WizardSteps } from "../../src/components/wizard/WizardSteps.tsx";

const meta = {
  parameters: pictures,
  component: WizardSteps,
  args: { current: "name", done: [], open: ["name"], onOpen: fn() },
} satisfies Meta<typeof WizardSteps>;
export default meta;
type Story = StoryObj<typeof meta>;

export const First: Story = {};
export const InTheMiddle: Story = {
  parameters: forState,
  args: { current: "trackers", done: ["name", "repositories"], open: ["name", "repositories", "trackers"] },
};
export const Last: Story = {
  parameters: forState,
  args: {
    current: "review",
    done: ["name", "repositories", "trackers", "people"],
    open: ["name", "repositories", "trackers", "people", "review"],
  },
};
export const OneIsWrong: Story = { parameters: forState, args: { ...Last.args, wrong: ["repositories"] } };
export const Narrow: Story = {
  args: InTheMiddle.args ?? {},
  parameters: { chromatic: { modes: { ...layoutModes, narrow: modes.narrow, tr: modes.tr } } },
  globals: { viewport: { value: "phone" } },
};
export const BackByKeyboard: Story = {
  ...InTheMiddle,
  parameters: { chromatic: { disableSnapshot: true } }, // same picture as InTheMiddle
  play: async ({ args, canvas, userEvent }) => {
    await expect(canvas.getByText("Trackers").closest("[aria-current]")).toHaveAttribute("aria-current", "step");
    await expect(canvas.queryByRole("button", { name: /Review/ })).toBeNull();
    await userEvent.tab();
    await userEvent.tab();
    await userEvent.keyboard("{Enter}");
    await expect(args.onOpen).toHaveBeenCalledWith("repositories");
  },
};
