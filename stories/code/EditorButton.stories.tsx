import type { Meta, StoryObj } from "@storybook/react-vite";
import { expect, fn, within } from "storybook/test";
import { lightPicture } from "../../.storybook/modes.ts";
import { EditorButton } from "../../src/components/code/EditorButton.tsx";

const meta = {
  component: EditorButton,
  // The stories of the code page have the pictures.
  args: { path: "src/a b.ts", line: 12, choice: { editor: "vscode", folder: "" }, onChoose: fn() },
} satisfies Meta<typeof EditorButton>;
export default meta;
type Story = StoryObj<typeof meta>;

export const Ready: Story = {
  parameters: lightPicture,
  play: async ({ args, canvas, userEvent }) => {
    await userEvent.click(canvas.getByRole("button", { name: "Open in editor" }));
    const body = within(document.body);
    const folder = await body.findByRole("textbox", { name: "Folder of the repository on this machine" });
    await userEvent.type(folder, "src");
    await expect(body.getByText("Enter an absolute path.")).toBeVisible();
    await userEvent.clear(folder);
    await userEvent.type(folder, "/home/me/atlas");
    const link = body.getByRole("link", { name: "Open" });
    await expect(link).toHaveAttribute("href", "vscode://file/home/me/atlas/src/a%20b.ts:12");
    link.addEventListener("click", (event) => event.preventDefault());
    await userEvent.click(link);
    await expect(args.onChoose).toHaveBeenCalledWith({ editor: "vscode", folder: "/home/me/atlas" });
  },
};
export const Remembered: Story = { args: { choice: { editor: "zed", folder: "/home/me/atlas" } } };
