import type { Meta, StoryObj } from "@storybook/react-vite";
import { expect } from "storybook/test";
import { lightPicture } from "../../.storybook/modes.ts";
import { TopPeople } from "../../src/components/experts/TopPeople.tsx";
import { expert, experts } from "../../tests/fixtures/experts.ts";

const busy = { start: "2026-11-20T08:00:00Z", end: "2026-11-20T18:00:00Z" };

const meta = {
  component: TopPeople,
  args: { experts: experts(), personHref: ({ id }) => `#person-${id}` },
} satisfies Meta<typeof TopPeople>;
export default meta;
type Story = StoryObj<typeof meta>;

export const FirstThree: Story = {
  parameters: lightPicture,
  play: async ({ canvas }) => {
    await expect(canvas.getAllByRole("listitem")).toHaveLength(3);
  },
};
export const Presence: Story = {
  args: {
    experts: [
      expert({ availability: { busy: [busy], as_of: "2026-11-20T09:00:00Z" } }),
      expert({ availability: { busy: [], as_of: "2026-11-20T09:00:00Z" } }),
      expert({ presence: "gone" }),
    ].map((one, at) => ({ ...one, person: { ...one.person, id: `p-${at}` } })),
  },
  play: async ({ canvas }) => {
    await expect(canvas.getByText("Busy at the moment")).toBeVisible();
    await expect(canvas.getByText("Free at the moment")).toBeVisible();
    await expect(canvas.getByText("Has probably left")).toBeVisible();
  },
};
