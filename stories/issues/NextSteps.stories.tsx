import type { Meta, StoryObj } from "@storybook/react-vite";
import { expect } from "storybook/test";
import { lightPicture } from "../../.storybook/modes.ts";
import { NextSteps } from "../../src/components/issues/NextSteps.tsx";
import { expert } from "../../tests/fixtures/experts.ts";
import { similar } from "../../tests/fixtures/issuePanels.ts";
import { issue } from "../../tests/fixtures/issues.ts";

const [alike] = similar();
const report = [
  { code: "steps", found: false, quote: null },
  { code: "version", found: false, quote: null },
  { code: "trace", found: true, quote: "TypeError" },
] as const;

const meta = {
  component: NextSteps,
  args: {
    issue: { ...issue(), state: "open", assignees: [] },
    report: [...report],
    expert: expert(),
    actHref: "#act",
    duplicate: alike ?? null,
    personHref: ({ id }) => `/projects/atlas/people/${id}`,
    hrefOf: (address) => `#${address}`,
  },
} satisfies Meta<typeof NextSteps>;
export default meta;
type Story = StoryObj<typeof meta>;

export const AllSteps: Story = {
  parameters: lightPicture,
  play: async ({ canvas }) => {
    await expect(canvas.getAllByRole("listitem")).toHaveLength(4);
    await expect(canvas.getByText(/for what the report lacks: Steps to reproduce and Version$/)).toBeVisible();
    // The reader comments and assigns here, without a way to the tracker.
    for (const name of [/report lacks/, /^Assign it/])
      await expect(canvas.getByRole("link", { name })).toHaveAttribute("href", "#act");
  },
};
/** A closed issue needs no missing facts and no assignee. */
export const Closed: Story = {
  args: { issue: { ...issue(), state: "closed", assignees: [] }, duplicate: null },
  play: async ({ canvas }) => {
    await expect(canvas.getAllByRole("listitem")).toHaveLength(1);
  },
};
export const WithoutAuthorAndAddress: Story = {
  args: {
    issue: { ...issue(), state: "open", assignees: [], author: null },
    expert: { ...expert(), person: { ...expert().person, email: null } },
    duplicate: null,
  },
};
export const Turkish: Story = { globals: { locale: "tr" } };
