import type { Meta, StoryObj } from "@storybook/react-vite";
import { expect, waitFor } from "storybook/test";
import { framed } from "../../.storybook/framed.ts";
import { pictures, forLayout, inForcedColors, zoomed } from "../../.storybook/modes.ts";
import { BUTTON_KEYS, usage } from "../../.storybook/usage.ts";
import { Button } from "../../src/components/ui/Button.tsx";
import { Tag } from "../../src/components/ui/Tag.tsx";
import { Tooltip } from "../../src/components/ui/Tooltip.tsx";

const meta = {
  component: Tooltip,
  parameters: {
    ...pictures,
    ...usage({
      do: ["Use it for one sentence that few readers need.", "Give a control its description by the function."],
      dont: ["Do not hide an instruction that is needed to act.", "Do not put links or buttons into it."],
      keys: [...BUTTON_KEYS, ["Escape", "Closes it; a dialog around it stays open"]],
    }),
  },
  argTypes: { children: { control: false } },
  args: { text: "May manage sources and people", children: <Tag>Your role: Maintainer</Tag> },
} satisfies Meta<typeof Tooltip>;
export default meta;
type Story = StoryObj<typeof meta>;

export const Playground: Story = {};

export const OnHover: Story = {
  play: async ({ canvas, userEvent }) => {
    const tooltip = canvas.getByText("May manage sources and people");
    await expect(tooltip).not.toBeVisible();
    await userEvent.hover(canvas.getByText("Your role: Maintainer"));
    await waitFor(() => expect(tooltip).toBeVisible());
    await userEvent.unhover(canvas.getByText("Your role: Maintainer"));
    await waitFor(() => expect(tooltip).not.toBeVisible());
  },
  parameters: { chromatic: { disableSnapshot: true } },
};

export const OnFocus: Story = {
  play: async ({ canvas, userEvent }) => {
    const tooltip = canvas.getByText("May manage sources and people");
    await userEvent.tab();
    const trigger = canvas.getByRole("button", { name: "Your role: Maintainer" });
    await expect(trigger).toHaveFocus();
    await expect(trigger).toHaveAccessibleDescription("May manage sources and people");
    await waitFor(() => expect(tooltip).toBeVisible());
  },
};

export const ClosedByEscape: Story = {
  play: async ({ canvas, userEvent }) => {
    const tooltip = canvas.getByText("May manage sources and people");
    await userEvent.tab();
    await waitFor(() => expect(tooltip).toBeVisible());
    await userEvent.keyboard("{Escape}");
    await waitFor(() => expect(tooltip).not.toBeVisible());
    await expect(canvas.getByRole("button")).toHaveFocus();
  },
  parameters: { chromatic: { disableSnapshot: true } },
};

export const ByTouch: Story = {
  play: async ({ canvas, canvasElement, userEvent }) => {
    const tooltip = canvas.getByText("May manage sources and people");
    await userEvent.pointer({ keys: "[TouchA]", target: canvas.getByText("Your role: Maintainer") });
    await waitFor(() => expect(tooltip).toBeVisible());
    await userEvent.pointer({ keys: "[TouchA]", target: canvasElement });
    await waitFor(() => expect(tooltip).not.toBeVisible());
  },
  parameters: { chromatic: { disableSnapshot: true } },
};

/** The control keeps its own action. */
export const OfAControl: Story = {
  args: {
    text: "The issue and its evidence as Markdown, at most 4,000 tokens",
    children: (described) => <Button {...described} text="Copy as prompt" />,
  },
  play: async ({ canvas, userEvent }) => {
    await userEvent.tab();
    await expect(canvas.getByRole("button", { name: "Copy as prompt" })).toHaveAccessibleDescription(/as Markdown/);
    await waitFor(() => expect(canvas.getByText(/as Markdown/)).toBeVisible());
  },
};

/** The panel is above its anchor at the end of the window, and never outside of it. */
export const AtTheEndOfTheWindow: Story = {
  decorators: [
    (Story) => (
      <div style={{ insetBlockEnd: 0, insetInlineEnd: 0, position: "fixed" }}>
        <Story />
      </div>
    ),
  ],
  args: { text: "Share of all changes here; newer changes count more than those of some years ago" },
  play: async ({ canvas, userEvent }) => {
    await userEvent.tab();
    const tooltip = canvas.getByText(/Share of all/);
    await waitFor(() => expect(tooltip).toBeVisible());
    const box = tooltip.getBoundingClientRect();
    await expect(box.right).toBeLessThanOrEqual(window.innerWidth);
    await expect(box.bottom).toBeLessThanOrEqual(canvas.getByRole("button").getBoundingClientRect().top + 1);
  },
  parameters: framed,
};

const opened: Story["play"] = async ({ canvas, userEvent }) => {
  await userEvent.tab();
  await waitFor(() => expect(canvas.getByRole("tooltip")).toBeVisible());
};

export const Turkish: Story = {
  args: { text: "Kaynakları ve kişileri yönetebilir", children: <Tag>Rolünüz: Sorumlu</Tag> },
  globals: { locale: "tr" },
  play: opened,
  parameters: forLayout,
};
/** A state must not differ by its background alone. */
export const ForcedColors: Story = { play: opened, tags: ["!autodocs"], parameters: inForcedColors };
/** Nothing may be clipped or covered. */
export const TextAt200Percent: Story = {
  globals: { zoom: "200" },
  play: opened,
  tags: ["!autodocs"],
  parameters: zoomed,
};
