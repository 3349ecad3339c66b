import type { Meta, StoryObj } from "@storybook/react-vite";
import { expect, fn, userEvent, within } from "storybook/test";
import { lightPicture } from "../../.storybook/modes.ts";
import { CustomSourceForm } from "../../src/components/sources/CustomSourceForm.tsx";

const meta = {
  component: CustomSourceForm,
  args: { onCreate: fn(), onCancel: fn() },
} satisfies Meta<typeof CustomSourceForm>;
export default meta;
type Story = StoryObj<typeof meta>;

export const Empty: Story = { parameters: lightPicture };
export const Creates: Story = {
  play: async ({ canvasElement, args }) => {
    const canvas = within(canvasElement);
    await userEvent.type(canvas.getByLabelText("Name"), "Helpdesk");
    const link = canvas.getByLabelText("Address of an item");
    await userEvent.type(link, "javascript:alert(1)");
    await userEvent.click(canvas.getByRole("button", { name: "Create source" }));
    await expect(args.onCreate).not.toHaveBeenCalled();
    await expect(canvas.getByText(/Give an address that starts with https/)).toBeVisible();
    await userEvent.clear(link);
    await userEvent.type(link, "https://help.example.org/t/{{id}");
    await userEvent.click(canvas.getByRole("button", { name: "Create source" }));
    await expect(args.onCreate).toHaveBeenCalledWith({
      name: "Helpdesk",
      linkTemplate: "https://help.example.org/t/{id}",
      holds: "issues",
    });
  },
};
export const Busy: Story = { args: { isBusy: true } };
export const Refused: Story = {
  args: { failure: { text: "A company can link 5000 sources. Remove one first." } },
};
