import type { Meta, StoryObj } from "@storybook/react-vite";
import { expect } from "storybook/test";
import { pictures, inForcedColors, forState } from "../../.storybook/modes.ts";
import { usage } from "../../.storybook/usage.ts";
import { Icon } from "../../src/components/ui/Icon.tsx";
import { ArrowRightIcon, GitRepoIcon, SearchIcon, TickIcon, WarningSignIcon } from "../../src/components/ui/icons.ts";

const ICONS = { SearchIcon, GitRepoIcon, TickIcon, WarningSignIcon };

const meta = {
  component: Icon,
  parameters: {
    ...pictures,
    ...usage({
      do: [
        "Add the icon to components/ui/icons.ts first.",
        "Give it a label only where no text next to it has the meaning.",
      ],
      dont: [
        "Do not draw an SVG path in another folder.",
        "Do not use an icon alone for an action: a button has a name.",
      ],
    }),
  },
  argTypes: {
    of: { control: "select", options: Object.keys(ICONS), mapping: ICONS },
    size: { control: "inline-radio", options: [10, 12, 14, 16] },
    label: { control: "text" },
  },
  args: { of: SearchIcon, size: 16 },
} satisfies Meta<typeof Icon>;
export default meta;
type Story = StoryObj<typeof meta>;

export const Playground: Story = {
  play: async ({ canvas }) => {
    await expect(canvas.queryByRole("img")).toBeNull();
  },
};
/** Screen readers read its label. */
export const WithLabel: Story = {
  parameters: forState,
  args: { of: TickIcon, label: "Included" },
  play: async ({ canvas }) => {
    await expect(canvas.getByRole("img", { name: "Included" })).toBeVisible();
  },
};
export const Sizes: Story = {
  parameters: forState,
  render: () => (
    <>
      {([10, 12, 14, 16] as const).map((size) => (
        <Icon key={size} of={GitRepoIcon} size={size} />
      ))}
    </>
  ),
};
/** It has the colour of the text. */
export const ForcedColors: Story = { tags: ["!autodocs"], parameters: inForcedColors };
/** In a language that is written from right to left an icon that points along the text is mirrored, and others are not. */
export const RightToLeft: Story = {
  parameters: { chromatic: { disableSnapshot: true } },
  render: () => (
    <p dir="rtl">
      <Icon of={ArrowRightIcon} label="Next" /> <Icon of={SearchIcon} label="Search" />
    </p>
  ),
  play: async ({ canvas }) => {
    const scaleOf = (name: string): string => {
      const icon = canvas.getByRole("img", { name }).closest('[class*="bp6-icon-"]');
      return icon ? getComputedStyle(icon).scale : "";
    };
    await expect(scaleOf("Next")).toBe("-1 1");
    await expect(scaleOf("Search")).toBe("none");
  },
};
