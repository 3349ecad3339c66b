import type { Meta, StoryObj } from "@storybook/react-vite";
import { expect } from "storybook/test";
import { lightPicture } from "../../.storybook/modes.ts";
import { usage } from "../../.storybook/usage.ts";
import { FolderList } from "../../src/components/patterns/FolderList.tsx";
import { DocumentIcon, FolderCloseIcon, LinkIcon } from "../../src/components/ui/icons.ts";

const at = "2026-02-24T10:00:00Z";

const meta = {
  component: FolderList,
  parameters: {
    ...usage({
      do: ["Use it for the entries of one folder, with a fact and the last change of each."],
      dont: ["Do not use it for a tree or for thousands of entries: FileTree draws only the visible rows."],
    }),
    // The stories of CodeFolder and PageList have the pictures.
  },
  args: {
    label: "Files and folders",
    entries: [
      { key: "", name: "..", label: "Parent folder", icon: FolderCloseIcon, href: "#up" },
      { key: "src", name: "src", icon: FolderCloseIcon, kind: "Folder", href: "#src", fact: "12 files", at },
      { key: "latest", name: "latest", icon: LinkIcon, kind: "Symbolic link", href: "#latest", at },
      { key: "a.ts", name: "a-long-name-".repeat(12), icon: DocumentIcon, href: "#a.ts", fact: "Keep it short", at },
      { key: "caf", name: "caf\u{fffd}.txt", icon: DocumentIcon, note: "The name has no address." },
    ],
    note: null,
  },
} satisfies Meta<typeof FolderList>;
export default meta;
type Story = StoryObj<typeof meta>;

export const Playground: Story = {
  parameters: lightPicture,
  play: async ({ canvas }) => {
    await expect(canvas.getByRole("link", { name: "Parent folder" })).toHaveAttribute("href", "#up");
    await expect(canvas.getByText("Symbolic link")).toBeInTheDocument();
    await expect(canvas.queryByRole("link", { name: /caf/ })).toBeNull();
  },
};
export const Cut: Story = { args: { note: "and 12 more" } };
export const Empty: Story = { args: { entries: [], note: "The folder is empty." } };
