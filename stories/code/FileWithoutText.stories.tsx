import type { Meta, StoryObj } from "@storybook/react-vite";
import { lightPicture } from "../../.storybook/modes.ts";
import { FileWithoutText } from "../../src/components/code/FileWithoutText.tsx";
import { codeContent } from "../../tests/fixtures/code.ts";

const meta = {
  component: FileWithoutText,
  // The stories of the code page have the pictures.
  args: { content: codeContent({ kind: "binary", text: null, size: 4096 }), targetHref: null },
} satisfies Meta<typeof FileWithoutText>;
export default meta;
type Story = StoryObj<typeof meta>;

export const Binary: Story = { parameters: lightPicture };
export const Lfs: Story = { args: { content: codeContent({ kind: "lfs", text: null, size: 123_456 }) } };
export const Link: Story = {
  args: {
    content: codeContent({ kind: "link", text: null, target: "../lib/a.ts", target_path: "lib/a.ts" }),
    targetHref: "#a",
  },
};
export const LinkOutside: Story = {
  args: { content: codeContent({ kind: "link", text: null, target: "/etc/passwd" }) },
};
export const Submodule: Story = {
  args: { content: codeContent({ kind: "submodule", text: null, target: "b".repeat(40) }) },
};
