import type { Meta, StoryObj } from "@storybook/react-vite";
import { expect, fn } from "storybook/test";
import { lightPicture } from "../../.storybook/modes.ts";
import { SourceNotes } from "../../src/components/sources/SourceNotes.tsx";

const missing = {
  code: "missing_folders",
  text: "Folders that are not at the head of the default branch: services/pya. They are read when they appear.",
};
const later = { code: "reviews", text: "Reviews of 120 requests are read later." };

const meta = {
  component: SourceNotes,
  args: { name: "acme/atlas", notes: [missing, later], onFolders: fn() },
} satisfies Meta<typeof SourceNotes>;
export default meta;
type Story = StoryObj<typeof meta>;

/** A missing folder is a warning with a way to choose others; what is only read later is a quiet line. */
export const WarningAndLine: Story = {
  parameters: lightPicture,
  play: async ({ args, canvas, userEvent }) => {
    await expect(canvas.getByRole("status")).toHaveTextContent(missing.text);
    await expect(canvas.getByRole("status")).not.toHaveTextContent(later.text);
    await userEvent.click(canvas.getByRole("button", { name: "Folders of acme/atlas" }));
    await expect(args.onFolders).toHaveBeenCalledOnce();
  },
};
export const ReadOnly: Story = {
  args: { onFolders: undefined },
  play: async ({ canvas }) => {
    await expect(canvas.getByText(missing.text)).toBeVisible();
    await expect(canvas.queryByRole("button")).not.toBeInTheDocument();
  },
};
