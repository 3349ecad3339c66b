import type { Meta, StoryObj } from "@storybook/react-vite";
import { expect, fn } from "storybook/test";
import { lightPicture, forState } from "../../.storybook/modes.ts";
import { ClosedProjects } from "../../src/components/projects/ClosedProjects.tsx";
import { closedProject } from "../../tests/fixtures/projects.ts";

const meta = {
  component: ClosedProjects,
  args: { projects: [closedProject()], connecting: null, isChecking: false, onConnect: fn(), onCheck: fn() },
} satisfies Meta<typeof ClosedProjects>;
export default meta;
type Story = StoryObj<typeof meta>;

export const NoAccount: Story = {
  parameters: lightPicture,
  play: async ({ args, canvas, userEvent }) => {
    await userEvent.click(canvas.getByRole("button", { name: "Connect GitHub" }));
    await expect(args.onConnect).toHaveBeenCalledWith("github");
    await userEvent.click(canvas.getByRole("button", { name: "Check again" }));
    await expect(args.onCheck).toHaveBeenCalled();
  },
};
export const Refused: Story = {
  args: { projects: [closedProject({}, { reason: "refused" })] },
  play: async ({ canvas }) => {
    await expect(canvas.getByText(/does not show one of its sources/)).toBeVisible();
    await expect(canvas.queryByRole("button", { name: "Connect GitHub" })).toBeNull();
  },
};
export const Several: Story = {
  args: {
    projects: [
      closedProject({}, { reason: "unanswered" }),
      closedProject({ slug: "billing", name: "Billing" }, { reason: "waiting" }),
    ],
    notice: "Checked: nothing has changed.",
  },
  parameters: forState,
};
export const Busy: Story = { args: { isChecking: true, connecting: "github" }, parameters: forState };
