import type { Meta, StoryObj } from "@storybook/react-vite";
import { expect, fn, waitFor } from "storybook/test";
import { pictures, modes, forState } from "../../.storybook/modes.ts";
import { McpTokenForm } from "../../src/components/account/McpTokenForm.tsx";

const meta = {
  parameters: pictures,
  component: McpTokenForm,
  args: {
    projects: [
      { slug: "atlas", name: "Atlas", may_write: true },
      { slug: "borealis", name: "Borealis", may_write: false },
    ],
    onCreate: fn(),
    onCancel: fn(),
  },
} satisfies Meta<typeof McpTokenForm>;
export default meta;
type Story = StoryObj<typeof meta>;

export const Empty: Story = {
  parameters: { chromatic: { modes: { light: modes.light, dark: modes.dark, narrow: modes.narrow, tr: modes.tr } } },
  play: async ({ args, canvas, userEvent }) => {
    await expect(canvas.getByLabelText("Name")).toHaveFocus();
    await userEvent.click(canvas.getByRole("button", { name: "Cancel" }));
    await expect(args.onCancel).toHaveBeenCalledOnce();
  },
};
export const MayChangeIssues: Story = {
  parameters: { chromatic: { disableSnapshot: true } },
  play: async ({ args, canvas, userEvent }) => {
    await userEvent.type(canvas.getByLabelText("Name"), "Triage");
    await userEvent.click(canvas.getByRole("checkbox", { name: "Atlas" }));
    await userEvent.click(canvas.getByRole("checkbox", { name: "May change issues" }));
    await userEvent.click(canvas.getByRole("checkbox", { name: "Borealis" }));
    await expect(canvas.getByRole("checkbox", { name: "May change issues" })).toBeDisabled();
    await userEvent.click(canvas.getByRole("checkbox", { name: "Borealis" }));
    await userEvent.click(canvas.getByRole("button", { name: "Create token" }));
    await expect(args.onCreate).toHaveBeenCalledWith(expect.objectContaining({ projects: ["atlas"], writes: true }));
  },
};
export const Busy: Story = { args: { isBusy: true }, parameters: { chromatic: { disableSnapshot: true } } };
export const Refused: Story = {
  args: {
    failure: {
      text: "",
      fields: { name: ["name: You have a token of this name"], projects: ["projects: There is no such project"] },
    },
  },
  parameters: forState,
};
export const SaysWhatIsMissing: Story = {
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
