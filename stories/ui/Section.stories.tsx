import type { Meta, StoryObj } from "@storybook/react-vite";
import { expect } from "storybook/test";
import { pictures, forState } from "../../.storybook/modes.ts";
import { usage } from "../../.storybook/usage.ts";
import { Button } from "../../src/components/ui/Button.tsx";
import { Section } from "../../src/components/ui/Section.tsx";
import { Tag } from "../../src/components/ui/Tag.tsx";

const meta = {
  component: Section,
  parameters: {
    ...pictures,
    ...usage({
      do: [
        "Use it for each part of a page that has a title, also where the part loads by itself.",
        "Turn the landmark off where a table inside has the same name.",
      ],
      dont: ["Do not use it for the title of the page: that is PageHeader."],
    }),
  },
  argTypes: {
    headingLevel: { control: "inline-radio", options: [2, 3] },
    size: { control: "inline-radio", options: ["heading", "large", "body", "compact"] },
    gap: { control: "inline-radio", options: [1, 2, 3] },
    title: { control: "text" },
    lead: { control: "text" },
  },
  args: {
    title: "Sessions",
    headingLevel: 2,
    lead: "Browsers in which you are signed in.",
    children: <p>Firefox on Debian, active now</p>,
  },
} satisfies Meta<typeof Section>;
export default meta;
type Story = StoryObj<typeof meta>;

export const Playground: Story = {
  play: async ({ canvas }) => {
    await expect(canvas.getByRole("region", { name: "Sessions" })).toContainElement(
      canvas.getByRole("heading", { level: 2, name: "Sessions" }),
    );
  },
};
export const WithActions: Story = { parameters: forState, args: { actions: <Button size="small" text="End all" /> } };
export const WithState: Story = {
  args: { badge: <Tag intent="success">On</Tag>, actions: <Button size="small" text="End all" /> },
  parameters: { chromatic: { disableSnapshot: true } },
  play: async ({ canvas }) => {
    await expect(canvas.getByRole("heading", { name: "Sessions" })).toBeVisible();
  },
};
export const Small: Story = { parameters: forState, args: { headingLevel: 3, size: "body", gap: 1 } };
export const Narrow: Story = {
  args: { title: "Sessions of the last ninety days in all browsers", actions: <Button size="small" text="End all" /> },
  globals: { viewport: { value: "phone" } },
  parameters: { chromatic: { disableSnapshot: true } },
};
/** The content has the name: no second landmark announces it. */
export const NoLandmark: Story = {
  args: { isLandmark: false },
  parameters: { chromatic: { disableSnapshot: true } },
  play: async ({ canvas }) => {
    await expect(canvas.queryByRole("region")).toBeNull();
    await expect(canvas.getByRole("heading", { name: "Sessions" })).toBeVisible();
  },
};
