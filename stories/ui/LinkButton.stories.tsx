import type { Meta, StoryObj } from "@storybook/react-vite";
import { LINK_KEYS, usage } from "../../.storybook/usage.ts";
import { expect, fireEvent, fn } from "storybook/test";
import { pictures, forState } from "../../.storybook/modes.ts";
import { PlusIcon } from "../../src/components/ui/icons.ts";
import { LinkButton } from "../../src/components/ui/LinkButton.tsx";

const meta = {
  component: LinkButton,
  argTypes: {
    text: { control: "text", description: "The words on it." },
    href: { control: "text", description: "Where it leads.", table: { type: { summary: "string" } } },
    intent: { control: "inline-radio", options: ["none", "primary", "success", "warning", "danger"] },
    size: { control: "inline-radio", options: ["small", "medium", "large"] },
    variant: { control: "inline-radio", options: ["solid", "outlined", "minimal"] },
    disabled: { control: "boolean" },
    icon: { control: false },
  },
  parameters: {
    ...pictures,
    ...usage({
      do: ["Use it where the press leads to another address."],
      dont: ["Do not use it for actions: a link can be opened in a new tab, an action cannot."],
      keys: LINK_KEYS,
    }),
  },
  args: { href: "/wizard", text: "Create project" },
} satisfies Meta<typeof LinkButton>;
export default meta;
type Story = StoryObj<typeof meta>;

export const Playground: Story = { parameters: { chromatic: { disableSnapshot: true } } };
export const Ready: Story = {
  parameters: forState,
  play: async ({ canvas }) => {
    await expect(canvas.getByRole("link", { name: "Create project" })).toHaveAttribute("href", "/wizard");
    await expect(canvas.queryByRole("button")).toBeNull();
  },
};
export const Primary: Story = { parameters: forState, args: { intent: "primary", icon: <PlusIcon /> } };
export const Small: Story = { parameters: forState, args: { size: "small", variant: "outlined" } };

/** Enter is handled by the browser, which opens a new tab with Ctrl or Cmd. Space does nothing. */
export const ByKeyboard: Story = {
  parameters: { chromatic: { disableSnapshot: true } },
  play: async ({ canvas, userEvent }) => {
    const link = canvas.getByRole("link", { name: "Create project" });
    const clicks: MouseEvent[] = [];
    const record = (event: MouseEvent): void => {
      clicks.push(event);
      event.preventDefault();
    };
    document.addEventListener("click", record);
    await userEvent.tab();
    await expect(link).toHaveFocus();
    await userEvent.keyboard(" ");
    await expect(clicks).toEqual([]);
    // Not prevented: the browser then follows the link in a tab of the kind that the modifiers ask for.
    await expect(fireEvent.keyDown(link, { key: "Enter", ctrlKey: true })).toBe(true);
    await expect(fireEvent.keyUp(link, { key: "Enter", ctrlKey: true })).toBe(true);
    await expect(clicks).toEqual([]);
    await userEvent.keyboard("{Enter}");
    await expect(clicks).toHaveLength(1);
    document.removeEventListener("click", record);
  },
};

/** It leads nowhere, and takes no focus. */
export const Disabled: Story = {
  args: { disabled: true, onClick: fn() },
  parameters: { chromatic: { disableSnapshot: true } },
  play: async ({ args, canvas, userEvent }) => {
    const link = canvas.getByRole("link", { name: "Create project" });
    await expect(link).toHaveAttribute("aria-disabled", "true");
    await expect(link).not.toHaveAttribute("href");
    await userEvent.tab();
    await expect(link).not.toHaveFocus();
    link.click();
    await expect(args.onClick).not.toHaveBeenCalled();
  },
};
