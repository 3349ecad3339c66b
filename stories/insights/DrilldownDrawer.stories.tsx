import type { Meta, StoryObj } from "@storybook/react-vite";
import { useState } from "react";
import { expect, fn, screen, userEvent, waitFor } from "storybook/test";
import { pictures, modes, forLayout, forState } from "../../.storybook/modes.ts";
import { framed } from "../../.storybook/framed.ts";
import { DrilldownDrawer } from "../../src/components/insights/DrilldownDrawer.tsx";
import { insightRows } from "../../tests/fixtures/insights.ts";

const MORE = { paging: "more", failure: null, onMore: fn() } as const;
const COMPLETE = { ...MORE, paging: "complete" } as const;

const meta = {
  parameters: { ...pictures, ...framed },
  component: DrilldownDrawer,
  args: {
    more: COMPLETE,
    title: "Lead time, 19 to 25 Oct 2026",
    rows: insightRows(6),
    count: 6,
    failure: null,
    formatValue: (value) => `${value} h`,
    hrefOf: ({ id }): string | null => `#${id}`,
    personHref: ({ person_id }) => `#${person_id}`,
    onRetry: fn(),
    onClose: fn(),
  },
} satisfies Meta<typeof DrilldownDrawer>;
export default meta;
type Story = StoryObj<typeof meta>;

/** The drawer slides in, and axe must run after the animation. */
const untilOpen: Story["play"] = async () => {
  await waitFor(() => expect(screen.getByRole("heading", { name: /^Lead time/ })).toBeVisible());
};

export const Ready: Story = {
  parameters: { chromatic: { modes: { light: modes.light, dark: modes.dark, narrow: modes.narrow } } },
  play: async (context) => {
    await untilOpen(context);
    const dialog = screen.getByRole("dialog");
    const probe = dialog.appendChild(document.createElement("i"));
    probe.style.background = "var(--clew-background)";
    const { backgroundColor } = getComputedStyle(probe);
    probe.remove();
    await expect(getComputedStyle(dialog).backgroundColor).toBe(backgroundColor);
  },
};
export const Loading: Story = { args: { rows: null, count: 0 }, play: untilOpen, parameters: forState };
export const Empty: Story = { args: { rows: [], count: 0 }, play: untilOpen, parameters: forState };
export const Failed: Story = {
  args: { rows: null, failure: { text: "The host is being restarted.", status: 503, requestId: "r-77" } },
  play: untilOpen,
  parameters: forState,
};
export const MoreThanShown: Story = { args: { count: 240, more: MORE }, play: untilOpen };
/** Rows without a page of this app, one of them with an address that is no link of the web. */
export const AtTheHost: Story = {
  parameters: { chromatic: { disableSnapshot: true } },
  args: {
    hrefOf: () => null,
    rows: insightRows(2).map((row, i) => ({
      ...row,
      title: `Row ${i}`,
      url: i === 0 ? "https://host.example/1" : "javascript:alert(1)",
    })),
  },
  play: async (context) => {
    await untilOpen(context);
    await expect(screen.getByRole("link", { name: "Row 0" })).toHaveAttribute("href", "https://host.example/1");
    await expect(screen.getByRole("link", { name: "Row 0" })).toHaveAttribute("rel", "noreferrer");
    await expect(screen.queryByRole("link", { name: "Row 1" })).toBeNull();
    await expect(screen.getByText("Row 1").closest("[href]")).toBeNull();
  },
};
/** A bar of a chart opens it and gets the focus back when it closes. */
export const BackToTheChart: Story = {
  parameters: { chromatic: { disableSnapshot: true } },
  args: { title: null },
  render: function Opened(args) {
    const [title, setTitle] = useState<string | null>(null);
    return (
      <main>
        <svg width="80" height="80" role="group" aria-label="Chart">
          <rect
            role="button"
            aria-label="October"
            tabIndex={0}
            width="40"
            height="80"
            onKeyDown={() => setTitle("Lead time, October")}
          />
        </svg>
        <DrilldownDrawer {...args} title={title} onClose={() => setTitle(null)} />
      </main>
    );
  },
  play: async () => {
    const bar = await screen.findByRole("button", { name: "October" });
    bar.focus();
    await userEvent.keyboard("{Enter}");
    await waitFor(() => expect(screen.getByRole("button", { name: "Close" })).toHaveFocus());
    await userEvent.keyboard("{Escape}");
    await waitFor(() => expect(bar).toHaveFocus());
  },
};
export const Turkish: Story = { globals: { locale: "tr" }, play: untilOpen, parameters: forLayout };
export const LoadingMore: Story = {
  args: { count: 240, more: { ...MORE, paging: "loading" } },
  play: async (context) => {
    await untilOpen(context);
    await expect(screen.getByRole("button", { busy: true })).toHaveAttribute("aria-disabled", "true");
  },
  parameters: forState,
};
