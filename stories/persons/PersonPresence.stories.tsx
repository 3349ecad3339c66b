import type { Meta, StoryObj } from "@storybook/react-vite";
import { expect } from "storybook/test";
import { lightPicture } from "../../.storybook/modes.ts";
import { PersonPresence } from "../../src/components/persons/PersonPresence.tsx";
import { noKnowledge, personKnowledge } from "../../tests/fixtures/personPage.ts";

const meta = {
  component: PersonPresence,
  args: { knowledge: personKnowledge() },
} satisfies Meta<typeof PersonPresence>;
export default meta;
type Story = StoryObj<typeof meta>;

export const Active: Story = {
  parameters: lightPicture,
  play: async ({ canvas }) => expect(canvas.getByText("Free at the moment")).toBeVisible(),
};
export const Busy: Story = {
  parameters: { chromatic: { disableSnapshot: false } },
  args: {
    knowledge: personKnowledge({
      availability: {
        as_of: "2026-03-01T09:00:00Z",
        busy: [{ start: "2026-03-01T08:30:00Z", end: "2026-03-01T09:30:00Z" }],
      },
    }),
  },
  play: async ({ canvas }) => expect(canvas.getByText("Busy at the moment")).toBeVisible(),
};
export const ProbablyLeft: Story = { args: { knowledge: personKnowledge({ presence: "gone", availability: null }) } };
export const WithoutAHistory: Story = { args: { knowledge: noKnowledge } };
export const Turkish: Story = { globals: { locale: "tr" } };
