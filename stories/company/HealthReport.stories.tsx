import type { Meta, StoryObj } from "@storybook/react-vite";
import { expect, fn } from "storybook/test";
import { pictures, modes, forLayout, forState } from "../../.storybook/modes.ts";
import { HealthReport } from "../../src/components/company/HealthReport.tsx";
import { companyHealth, sickHealth } from "../../tests/fixtures/account.ts";

const meta = {
  parameters: pictures,
  component: HealthReport,
  args: {
    health: companyHealth(),
    sourcesHref: (slug) => `/projects/${slug}/sources`,
    newProjectHref: "/wizard",
    setupHref: "/settings/setup",
    onCheck: fn(),
    onCopy: fn(() => Promise.resolve(true)),
  },
} satisfies Meta<typeof HealthReport>;
export default meta;
type Story = StoryObj<typeof meta>;

export const Well: Story = {
  parameters: { chromatic: { modes: { light: modes.light, dark: modes.dark, narrow: modes.narrow } } },
};
export const OnABadDay: Story = {
  args: { health: sickHealth() },
  parameters: { chromatic: { modes: { light: modes.light, dark: modes.dark, narrow: modes.narrow } } },
};
export const NoSources: Story = { parameters: forState, args: { health: companyHealth({ sources: [] }) } };
/** The admin is no member of some projects, and a file system may not report its free space. */
export const Partial: Story = {
  args: { health: companyHealth({ disk: null, backup: null, others: { total: 2, late: 0, failed: 1 } }) },
  parameters: forState,
};
export const StorageFails: Story = {
  parameters: forState,
  args: {
    health: companyHealth({
      state: "bad",
      database: { state: "bad", engine: "pglite", waiting: 0, damaged_at: "2026-03-01T21:00:00Z" },
      index: { state: "bad", projects: 12, files: 48_211, open_bytes: 0 },
    }),
  },
  play: async ({ canvas }) => {
    await expect(canvas.getByText("A part of it is damaged")).toBeVisible();
    await expect(canvas.getByText(/The operator has to restore a backup/)).toBeVisible();
    await expect(canvas.getByText(/The store of the index does not answer/)).toBeVisible();
  },
};
export const Checking: Story = {
  args: { isChecking: true },
  parameters: { chromatic: { disableSnapshot: true } }, // same picture as Well, except for a button
};
export const Narrow: Story = {
  args: { health: sickHealth() },
  globals: { viewport: { value: "phone" } },
  parameters: forLayout,
};
export const Turkish: Story = { args: { health: sickHealth() }, globals: { locale: "tr" }, parameters: forLayout };
export const Copied: Story = {
  parameters: { chromatic: { disableSnapshot: true } },
  play: async ({ args, canvas, userEvent }) => {
    await userEvent.click(canvas.getByRole("button", { name: /^Copy/ }));
    await expect(args.onCopy).toHaveBeenCalledWith(expect.stringContaining('"sources"'));
    await expect(await canvas.findByRole("button", { name: "Copied" })).toBeVisible();
  },
};
export const ChecksByKeyboard: Story = {
  parameters: { chromatic: { disableSnapshot: true } },
  play: async ({ args, canvas, userEvent }) => {
    await userEvent.tab();
    await expect(canvas.getByRole("button", { name: "Check again" })).toHaveFocus();
    await userEvent.keyboard("{Enter}");
    await expect(args.onCheck).toHaveBeenCalledOnce();
  },
};
