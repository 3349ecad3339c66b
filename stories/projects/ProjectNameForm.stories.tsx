import type { Meta, StoryObj } from "@storybook/react-vite";
import { expect, fn } from "storybook/test";
import { pictures, modes, forState } from "../../.storybook/modes.ts";
import { ProjectNameForm } from "../../src/components/projects/ProjectNameForm.tsx";

const meta = {
  parameters: pictures,
  component: ProjectNameForm,
  args: { name: "Atlas", address: "/projects/atlas", onRename: fn() },
} satisfies Meta<typeof ProjectNameForm>;
export default meta;
type Story = StoryObj<typeof meta>;

export const Ready: Story = {
  parameters: { chromatic: { modes: { light: modes.light, dark: modes.dark, narrow: modes.narrow, tr: modes.tr } } },
  play: async ({ args, canvas, userEvent }) => {
    const field = canvas.getByLabelText("Project name");
    await userEvent.click(canvas.getByRole("button", { name: "Rename" }));
    await expect(args.onRename).not.toHaveBeenCalled();
    await userEvent.type(field, " Two{Enter}");
    await expect(args.onRename).toHaveBeenCalledWith("Atlas Two");
  },
};
export const Empty: Story = {
  play: async ({ args, canvas, userEvent }) => {
    await userEvent.clear(canvas.getByLabelText("Project name"));
    await userEvent.keyboard("{Enter}");
    await expect(canvas.getByRole("alert")).not.toBeEmptyDOMElement();
    await expect(args.onRename).not.toHaveBeenCalled();
  },
  parameters: forState,
};
export const Saving: Story = { args: { isBusy: true }, parameters: forState };
export const Refused: Story = { args: { errors: ["This name is too long."] }, parameters: forState };
export const ReadOnly: Story = {
  args: { refusal: "Your role is Viewer. An Owner or Maintainer can rename the project." },
};
