import type { Meta, StoryObj } from "@storybook/react-vite";
import { expect } from "storybook/test";
import { lightPicture } from "../../.storybook/modes.ts";
import { usage } from "../../.storybook/usage.ts";
import { MarkdownBody } from "../../src/components/ui/MarkdownBody.tsx";

const meta = {
  component: MarkdownBody,
  parameters: {
    ...usage({
      do: ["Use it by `Markdown`, which loads it when it is needed."],
      dont: ["Do not format text that is not Markdown."],
    }),
    // The stories of Markdown have the pictures.
  },
  args: { text: "# Title\n\nSome **strong** words.", base: null, headingLevel: 3 },
} satisfies Meta<typeof MarkdownBody>;
export default meta;
type Story = StoryObj<typeof meta>;

export const Playground: Story = {
  parameters: lightPicture,
  play: async ({ canvas }) => {
    await expect(canvas.getByRole("heading", { name: "Title", level: 3 })).toBeVisible();
    await expect(canvas.getByText("strong")).toBeVisible();
  },
};
export const HostileText: Story = {
  args: { text: "<script>alert(1)</script> [link](javascript:alert(1))" },
  play: async ({ canvas, canvasElement }) => {
    await expect(canvasElement.querySelector("script")).toBeNull();
    await expect(canvas.queryByRole("link")).not.toBeInTheDocument();
  },
};
const LONG = "a_name_without_a_space_".repeat(20);
/** What is wider than the text scrolls and is a stop of the Tab key with a name; what fits is none. */
export const WideAndNarrow: Story = {
  args: {
    text: [
      "```\nshort\n```\n",
      `\`\`\`\n${LONG}\n\`\`\`\n`,
      "| Name |\n| --- |\n| short |\n",
      `| Name |\n| --- |\n| \`${LONG}\` |`,
    ].join("\n"),
  },
  play: async ({ canvas, userEvent }) => {
    const code = await canvas.findByRole("group", { name: "Code" });
    const table = await canvas.findByRole("group", { name: "Table" });
    await expect(canvas.getAllByRole("group")).toEqual([code, table]);
    await expect(code).toHaveTextContent(LONG);
    await expect(table).toHaveTextContent(LONG);
    await userEvent.tab();
    await expect(code).toHaveFocus();
    await userEvent.tab();
    await expect(table).toHaveFocus();
  },
};
/** The box of a task replaces the bullet, also with empty lines between the tasks. */
export const TaskLists: Story = {
  args: { text: "- [x] tight\n- [ ] open\n\n1. between\n\n- [x] loose\n\n- [ ] open\n\nend\n\n- plain" },
  play: async ({ canvas }) => {
    const markers = canvas.getAllByRole("listitem").map((item) => getComputedStyle(item).listStyleType);
    await expect(markers).toEqual(["none", "none", "decimal", "none", "none", "disc"]);
  },
};
