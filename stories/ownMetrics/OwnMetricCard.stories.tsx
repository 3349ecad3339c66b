import type { Meta, StoryObj } from "@storybook/react-vite";
import { expect, fn, screen } from "storybook/test";
import { lightPicture } from "../../.storybook/modes.ts";
import { OwnMetricCard } from "../../src/components/ownMetrics/OwnMetricCard.tsx";
import { FAILURE_RATE, REVIEW_TIME } from "../../tests/fixtures/ownMetrics.ts";

const meta = {
  component: OwnMetricCard,
  args: { metric: REVIEW_TIME, onRows: fn(), onEdit: fn(), onCopy: fn(), onExport: fn(), onRemove: fn() },
} satisfies Meta<typeof OwnMetricCard>;
export default meta;
type Story = StoryObj<typeof meta>;

/** The definition in words is generated from the definition. */
export const Usual: Story = {
  parameters: lightPicture,
  play: async ({ args, userEvent }) => {
    const words =
      "Percentile 90 of the time from opening to review of requests; by the time of merge; only “repo:core”";
    await expect(await screen.findByText(words)).toBeVisible();
    await userEvent.click(screen.getByRole("button", { name: "Show the rows" }));
    await expect(args.onRows).toHaveBeenCalled();
  },
};
/** A metric of the company, for a reader who may not change it. */
export const OfCompany: Story = {
  args: { metric: FAILURE_RATE, onRows: undefined, onEdit: undefined, onCopy: undefined, onRemove: undefined },
};
export const Unreadable: Story = {
  args: { metric: { ...REVIEW_TIME, definition: null }, onRows: undefined, onEdit: undefined, onCopy: undefined },
  play: async () => {
    await expect(await screen.findByText(/A newer version of Clew has stored this definition/)).toBeVisible();
  },
};
export const HostileName: Story = { args: { metric: { ...REVIEW_TIME, name: `<img src=x onerror="alert(1)">` } } };
export const WithActions: Story = {
  args: { actions: <button type="button">Add to a dashboard</button> },
  play: async () => {
    await expect(await screen.findByRole("button", { name: "Add to a dashboard" })).toBeVisible();
  },
};
export const Turkish: Story = {
  globals: { locale: "tr" },
  play: async () => {
    const words =
      "açılma ile inceleme arasındaki süre için 90. yüzdelik (istek); esas alınan zaman: birleştirme; yalnızca “repo:core”";
    await expect(await screen.findByText(words)).toBeVisible();
  },
};
