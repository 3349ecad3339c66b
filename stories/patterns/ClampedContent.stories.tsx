import type { Meta, StoryObj } from "@storybook/react-vite";
import { expect, waitFor } from "storybook/test";
import { BUTTON_KEYS, usage } from "../../.storybook/usage.ts";
import { lightPicture } from "../../.storybook/modes.ts";
import { ClampedContent } from "../../src/components/patterns/ClampedContent.tsx";

const lines = (count: number) => Array.from({ length: count }, (_, at) => <p key={at}>Line {at + 1}</p>);

const meta = {
  component: ClampedContent,
  parameters: {
    ...usage({
      do: ["Use it for content of any length above other content of the page."],
      dont: ["Do not use it for a single text: CollapsibleText formats only what is shown."],
      keys: BUTTON_KEYS,
    }),
  },
  args: { children: lines(40) },
} satisfies Meta<typeof ClampedContent>;
export default meta;
type Story = StoryObj<typeof meta>;

export const Playground: Story = {
  parameters: lightPicture,
  play: async ({ canvas }) => {
    const box = canvas.getByText("Line 1").parentElement?.parentElement;
    const more = await canvas.findByRole("button", { name: "Show all of it" });
    await expect(box?.clientHeight).toBeLessThanOrEqual(400);
    more.click();
    await expect(await canvas.findByRole("button", { name: "Show less" })).toBeVisible();
    await waitFor(() => expect(box?.clientHeight).toBeGreaterThan(700));
  },
};
export const Short: Story = {
  args: { children: lines(3) },
  play: async ({ canvas }) => {
    await expect(canvas.queryByRole("button")).toBeNull();
  },
};
/** A focus in what is cut shows all of it. */
export const FocusWithin: Story = {
  args: {
    children: (
      <>
        {lines(40)}
        <a href="#last">The last link</a>
      </>
    ),
  },
  play: async ({ canvas }) => {
    await canvas.findByRole("button", { name: "Show all of it" });
    canvas.getByRole("link", { name: "The last link" }).focus();
    await expect(await canvas.findByRole("button", { name: "Show less" })).toBeVisible();
  },
};
