import type { Meta, StoryObj } from "@storybook/react-vite";
import { expect, fn, waitFor } from "storybook/test";
import { lightPicture } from "../../.storybook/modes.ts";
import { ApiTokenForm } from "../../src/components/account/ApiTokenForm.tsx";

const meta = {
  component: ApiTokenForm,
  args: {
    projects: [
      { slug: "atlas", name: "Atlas" },
      { slug: "borealis", name: "Borealis" },
    ],
    maxDays: 366,
    onCreate: fn(),
    onCancel: fn(),
  },
} satisfies Meta<typeof ApiTokenForm>;
export default meta;
type Story = StoryObj<typeof meta>;

export const Empty: Story = {
  parameters: lightPicture,
  play: async ({ args, canvas, userEvent }) => {
    await expect(canvas.getByLabelText("Name")).toHaveFocus();
    await userEvent.click(canvas.getByRole("button", { name: "Cancel" }));
    await expect(args.onCancel).toHaveBeenCalledOnce();
  },
};
export const Busy: Story = { args: { isBusy: true } };
export const Refused: Story = {
  args: { failure: { text: "", fields: { name: ["Too long"], expires_at: ["Choose an end within 7 days."] } } },
};
/** A company allows tokens of a week at most. */
export const ShortLives: Story = {
  args: { maxDays: 7 },
  play: async ({ canvas }) => {
    await expect(canvas.getAllByRole("option")).toHaveLength(1);
    await expect(canvas.getByText("At most 7 days from now")).toBeVisible();
  },
};
export const NoProjects: Story = { args: { projects: [] } };
export const LimitedToAProject: Story = {
  play: async ({ args, canvas, userEvent }) => {
    await userEvent.type(canvas.getByLabelText("Name"), "Nightly report");
    await userEvent.click(canvas.getByRole("radio", { name: "Read and write" }));
    await userEvent.click(canvas.getByRole("radio", { name: "Only these" }));
    await userEvent.click(canvas.getByRole("button", { name: "Create token" }));
    await expect(args.onCreate).not.toHaveBeenCalled();
    await waitFor(() => expect(canvas.getByRole("checkbox", { name: "Atlas" })).toHaveFocus());
    await userEvent.click(canvas.getByRole("checkbox", { name: "Borealis" }));
    await userEvent.click(canvas.getByRole("button", { name: "Create token" }));
    await expect(args.onCreate).toHaveBeenCalledWith(
      expect.objectContaining({ name: "Nightly report", scope: "write", projects: ["borealis"] }),
    );
  },
};
