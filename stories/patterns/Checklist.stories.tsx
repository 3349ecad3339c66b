import type { Meta, StoryObj } from "@storybook/react-vite";
import { expect } from "storybook/test";
import { lightPicture } from "../../.storybook/modes.ts";
import { usage } from "../../.storybook/usage.ts";
import { Checklist } from "../../src/components/patterns/Checklist.tsx";

const meta = {
  component: Checklist,
  parameters: {
    ...usage({
      do: ["Tick an item by what is stored, wherever it was done."],
      dont: ["Do not tick an item because it was clicked."],
    }),
  },
  args: {
    doneLabel: "Done",
    openLabel: "To do",
    items: [
      { id: "a", text: "Link a repository", why: "Code becomes searchable.", href: "/wizard", isDone: true },
      {
        id: "b",
        text: "Finish the first sync",
        why: "Code first, then history.",
        href: "/s",
        isDone: false,
        note: " 42 %",
      },
    ],
  },
} satisfies Meta<typeof Checklist>;
export default meta;
type Story = StoryObj<typeof meta>;

export const Playground: Story = {
  parameters: lightPicture,
  play: async ({ canvas }) => {
    await expect(canvas.queryByRole("link", { name: "Link a repository" })).toBeNull();
    await expect(canvas.getByRole("link", { name: "Finish the first sync" })).toHaveAttribute("href", "/s");
    await expect(canvas.getByRole("img", { name: "To do" })).toBeVisible();
  },
};
