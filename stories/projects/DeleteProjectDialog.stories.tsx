import type { Meta, StoryObj } from "@storybook/react-vite";
import { expect, fn, screen, waitFor } from "storybook/test";
import { pictures, modes, forState } from "../../.storybook/modes.ts";
import { framed } from "../../.storybook/framed.ts";
import { DeleteProjectDialog } from "../../src/components/projects/DeleteProjectDialog.tsx";

const meta = {
  parameters: { ...pictures, ...framed },
  component: DeleteProjectDialog,
  args: {
    name: "Atlas",
    contents: {
      repositories: 2,
      trackers: 1,
      wikis: 0,
      issues: 12_345,
      pages: 0,
      requests: 210,
      members: 4,
      tokens: 1,
      webhooks: 1,
      feedback: 7,
      backtests: 0,
    },
    onDelete: fn(),
    onClose: fn(),
  },
} satisfies Meta<typeof DeleteProjectDialog>;
export default meta;
type Story = StoryObj<typeof meta>;

const field = () => screen.findByLabelText("Type Atlas to confirm");
export const WantsTheName: Story = {
  parameters: { chromatic: { modes: { light: modes.light, dark: modes.dark, narrow: modes.narrow, tr: modes.tr } } },
  play: async ({ args, userEvent }) => {
    const input = await field();
    await waitFor(() => expect(input).toHaveFocus());
    await expect(screen.getByText("12,345 issues")).toBeVisible();
    await expect(screen.queryByText(/wiki page/)).toBeNull();
    const button = screen.getByRole("button", { name: "Delete project" });
    await userEvent.type(input, "atlas{Enter}");
    await expect(button).toBeDisabled();
    await expect(args.onDelete).not.toHaveBeenCalled();
    await userEvent.clear(input);
    await userEvent.type(input, "Atlas{Enter}");
    await expect(args.onDelete).toHaveBeenCalledTimes(1);
  },
};
const shown: Story["play"] = async () => {
  await waitFor(async () => expect(await field()).toBeVisible());
};
export const Counting: Story = { args: { contents: null }, play: shown };
export const NotCounted: Story = { args: { contents: "The server does not answer." }, play: shown };
export const Busy: Story = { args: { isBusy: true }, play: shown, parameters: forState };
export const Refused: Story = {
  args: { failure: "Your role in this project does not allow this." },
  play: shown,
  parameters: forState,
};
