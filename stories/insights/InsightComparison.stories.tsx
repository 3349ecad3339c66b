import type { Meta, StoryObj } from "@storybook/react-vite";
import { expect, within } from "storybook/test";
import { lightPicture } from "../../.storybook/modes.ts";
import { InsightComparison } from "../../src/components/insights/InsightComparison.tsx";
import { insightChange, insights, insightTarget } from "../../tests/fixtures/insights.ts";

const { changes } = insights();
const meta = {
  component: InsightComparison,
  args: {
    members: [
      { id: "atlas", name: "Atlas", href: "?project=atlas", changes },
      {
        id: "tern",
        name: `<img src=x onerror="alert(1)">`,
        href: "?project=tern",
        changes: [insightChange({ current: { value: 20, n: 4, interval: null }, verdict: "few", judgement: null })],
      },
    ],
  },
} satisfies Meta<typeof InsightComparison>;
export default meta;
type Story = StoryObj<typeof meta>;

export const Ready: Story = {
  parameters: lightPicture,
  play: async ({ canvas }) => {
    const row = canvas.getByRole("row", { name: /^Time to first response/ });
    await expect(within(row).getByText("3 days")).toBeVisible();
    await expect(within(row).getByText("2.4 days to 3.9 days (99% interval), 40 rows")).toBeVisible();
    // Four rows have no interval, and no judgement.
    await expect(within(row).getByText("4 rows")).toBeVisible();
    // A name is text, whatever it contains.
    await expect(canvas.getByRole("link", { name: /^<img src=x/ })).toBeVisible();
  },
};
/** The same numbers against earlier periods: each with what has changed since then. */
export const Periods: Story = {
  args: {
    members: [
      { id: "current", name: "This period", href: null, changes, targets: [insightTarget()] },
      { id: "before", name: "The period before", href: null, changes, isEarlier: true },
      {
        id: "year_before",
        name: "The same days a year before",
        href: null,
        changes: [insightChange({ verdict: "uncovered", judgement: null, difference: null })],
        isEarlier: true,
      },
    ],
  },
  play: async ({ canvas }) => {
    const row = canvas.getByRole("row", { name: /^Time to first response/ });
    const cells = within(row).getAllByRole("cell");
    await expect(cells[0]).toHaveTextContent(/^3 days.*↑ worse.*target at most 24 hr: missed$/);
    await expect(cells[1]).toHaveTextContent(/^34 hr.*since then: ↑ worse$/);
    // Of a time before the sources begin there is nothing to compare with.
    await expect(cells[2]).toHaveTextContent(/^–$/);
    await expect(canvas.queryByRole("link")).toBeNull();
  },
};
/** Three periods fit next to each other on a phone. */
export const PhonePeriods: Story = {
  ...Periods,
  globals: { viewport: { value: "phone" } },
  play: async ({ canvas }) => {
    const box = canvas.getByRole("table").parentElement;
    await expect(box?.scrollWidth).toBeLessThanOrEqual(box?.clientWidth ?? 0);
  },
};
/** More of them are lines of each metric there, and screen readers still have a table. */
export const PhoneMany: Story = {
  args: {
    members: ["Atlas", "Tern", "a-service-with-a-very-long-name-indeed", "Harbour", "Lighthouse", "Mole"].map(
      (name) => ({
        id: name,
        name,
        href: `?project=${name}`,
        changes,
      }),
    ),
  },
  globals: { viewport: { value: "phone" } },
  play: async ({ canvas }) => {
    const box = canvas.getByRole("table").parentElement;
    await expect(box?.scrollWidth).toBeLessThanOrEqual(box?.clientWidth ?? 0);
    await expect(canvas.getAllByRole("columnheader")).toHaveLength(7);
    const row = canvas.getByRole("row", { name: /^Time to first response/ });
    const cells = within(row).getAllByRole("cell");
    await expect(cells).toHaveLength(6);
    const [atlas, tern] = cells;
    await expect(within(tern as HTMLElement).getByRole("link", { name: "Tern" })).toBeVisible();
    // Each link can be seen: the head, which is clipped, has none.
    const links = canvas.getAllByRole("link");
    await expect(links.every((link) => link.closest("thead") === null)).toBe(true);
    await expect(tern?.getBoundingClientRect().top).toBeGreaterThanOrEqual(atlas?.getBoundingClientRect().bottom ?? 0);
  },
};
export const Turkish: Story = { globals: { locale: "tr" } };
export const Nothing: Story = {
  args: { members: [{ id: "atlas", name: "Atlas", href: "?project=atlas", changes: [] }] },
  play: ({ canvas }) => expect(canvas.getByText("Nothing to measure in this period")).toBeVisible(),
};
