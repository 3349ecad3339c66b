import type { Meta, StoryObj } from "@storybook/react-vite";
import { expect, fn, waitFor } from "storybook/test";
import { lightPicture } from "../../.storybook/modes.ts";
import { usage } from "../../.storybook/usage.ts";
import { MarkdownPage } from "../../src/components/patterns/MarkdownPage.tsx";
import { GUIDE } from "../../tests/fixtures/documents.ts";

const chapter = (name: string) => `## ${name}\n\n${"A sentence of this chapter.\n\n".repeat(40)}`;
const LONG = `# Long\n\n${["One", "Two", "Three"].map(chapter).join("\n")}\n## Last\n\nThe end.\n`;

const meta = {
  component: MarkdownPage,
  parameters: {
    ...usage({
      do: ["Use it for a whole page of a wiki or a repository, next to its outline."],
      dont: ["Do not use it for a comment or a description: Markdown has no frame and follows no heading."],
    }),
    // The stories of DocumentPage have the pictures.
  },
  decorators: [
    (Story) => (
      <div>
        <h1 className="visually-hidden">Atlas</h1>
        <h2 className="visually-hidden">A page</h2>
        <Story />
      </div>
    ),
  ],
  args: { text: GUIDE, resolve: (href) => `#inside:${href}`, target: null, onTopHeading: fn() },
} satisfies Meta<typeof MarkdownPage>;
export default meta;
type Story = StoryObj<typeof meta>;

export const Playground: Story = {
  parameters: lightPicture,
  play: async ({ canvas, canvasElement }) => {
    const link = await canvas.findByRole("link", { name: "the store" }, { timeout: 10_000 });
    await expect(link).toHaveAttribute("href", "#inside:../src/session/sessionStore.ts#L12");
    await expect(canvasElement.querySelector("script, img")).toBeNull();
  },
};
export const ReportsItsHeading: Story = {
  args: { text: LONG },
  play: async ({ canvas, args }) => {
    const two = await canvas.findByRole("heading", { name: "Two" }, { timeout: 10_000 });
    two.scrollIntoView();
    await waitFor(() => expect(args.onTopHeading).toHaveBeenLastCalledWith("h-two"));
    // No scroll position brings the last one to the top of the window.
    window.scrollTo(0, document.documentElement.scrollHeight);
    await waitFor(() => expect(args.onTopHeading).toHaveBeenLastCalledWith("h-last"));
    window.scrollTo(0, 0);
    await waitFor(() => expect(args.onTopHeading).not.toHaveBeenLastCalledWith("h-last"));
  },
};
export const OpensAtAHeading: Story = {
  args: { text: LONG, target: "h-three" },
  play: async ({ canvas }) => {
    const three = await canvas.findByRole("heading", { name: "Three" }, { timeout: 10_000 });
    await waitFor(() => expect(Math.abs(three.getBoundingClientRect().top)).toBeLessThan(200));
  },
};
export const Cut: Story = {
  tags: ["!autodocs"],
  args: { text: "A sentence of a page that never ends.\n".repeat(1700) },
  play: async ({ canvas }) => {
    await expect(await canvas.findByText("Only the beginning is shown")).toBeVisible();
  },
};
/** Few letters on many lines. */
export const CutByLines: Story = {
  ...Cut,
  args: { text: `${"a\n\n".repeat(2500)}THE END` },
  play: async ({ canvas }) => {
    await expect(await canvas.findByText("Only the beginning is shown")).toBeVisible();
    await canvas.findAllByText("a", {}, { timeout: 10_000 });
    await expect(canvas.queryByText("THE END")).toBeNull();
  },
};
