import type { Meta, StoryObj } from "@storybook/react-vite";
import { expect, fn } from "storybook/test";
import { lightPicture } from "../../.storybook/modes.ts";
import { FileHeader } from "../../src/components/code/FileHeader.tsx";
import { codeContent } from "../../tests/fixtures/code.ts";

const meta = {
  component: FileHeader,
  // The stories of the code page have the pictures.
  args: {
    content: codeContent(),
    lines: 17,
    view: "source",
    views: ["source", "blame", "history"],
    viewHref: (view) => `#${view}`,
    commitHref: (hash) => `#${hash}`,
    personHref: ({ id }) => `/projects/atlas/people/${id}`,
    onCopyPath: async () => true,
    onCopyText: async () => true,
    onCopyLink: async () => true,
    onRaw: fn(),
    onDownload: fn(),
  },
} satisfies Meta<typeof FileHeader>;
export default meta;
type Story = StoryObj<typeof meta>;

export const Ready: Story = {
  parameters: lightPicture,
  play: async ({ args, canvas, userEvent }) => {
    await userEvent.click(canvas.getByRole("button", { name: "Raw" }));
    await expect(args.onRaw).toHaveBeenCalledOnce();
    await userEvent.click(canvas.getByRole("button", { name: "Copy path" }));
    await expect(await canvas.findByRole("button", { name: "Copied" })).toBeVisible();
  },
};
export const Binary: Story = {
  args: {
    content: codeContent({ kind: "binary", text: null, language: null, encoding: null }),
    lines: null,
    view: "rendered",
    views: ["rendered", "history"],
    onCopyText: undefined,
    onRaw: undefined,
  },
};
export const Executable: Story = { args: { content: codeContent({ is_executable: true, encoding: "unknown" }) } };
export const Downloading: Story = { args: { isDownloading: true } };
export const WithoutAHost: Story = { args: { content: codeContent({ url: null, last: null }) } };
