import type { Meta, StoryObj } from "@storybook/react-vite";
import { forLayout } from "../../.storybook/modes.ts";
import { expect } from "storybook/test";
import { PulseStrip } from "../../src/components/overview/PulseStrip.tsx";
import { littleOverview, overview } from "../../tests/fixtures/overview.ts";

const meta = {
  component: PulseStrip,
  args: {
    pulse: overview().pulse,
    hrefs: {
      commits: "/commits",
      issues_opened: "/opened",
      issues_closed: "/closed",
      requests_merged: "/merged",
    },
  },
} satisfies Meta<typeof PulseStrip>;
export default meta;
type Story = StoryObj<typeof meta>;

export const Full: Story = {
  parameters: { chromatic: { disableSnapshot: false } },
  play: async ({ canvas }) => {
    await expect(canvas.getByText("up from 30")).toBeVisible();
    // Commits rose from 120 to 129, which is within their variation.
    await expect(canvas.queryByText("up from 120")).toBeNull();
    await expect(canvas.getByRole("link", { name: "Issues opened: 69 in 12 weeks" })).toHaveAttribute(
      "href",
      "/opened",
    );
    await expect(canvas.getByRole("link", { name: /Requests merged/ })).toHaveAttribute("href", "/merged");
  },
};
export const WithActions: Story = { args: { actionOf: (_, name) => <button type="button">Add {name}</button> } };
export const OneKind: Story = { args: { pulse: littleOverview().pulse } };
export const NothingHappened: Story = {
  args: {
    pulse: {
      ...overview().pulse,
      series: [{ metric: "commits", weeks: Array.from({ length: 12 }, () => 0), total: 0, previous: 0, trend: null }],
    },
  },
};
export const Turkish: Story = { globals: { locale: "tr" }, parameters: forLayout };
