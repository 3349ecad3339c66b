import type { Meta, StoryObj } from "@storybook/react-vite";
import { expect } from "storybook/test";
import { pictures, forLayout, forState } from "../../.storybook/modes.ts";
import { LINK_KEYS, usage } from "../../.storybook/usage.ts";
import { CommitLine } from "../../src/components/patterns/CommitLine.tsx";

const meta = {
  component: CommitLine,
  parameters: {
    ...pictures,
    ...usage({
      do: ["Use it wherever a commit is evidence.", "Give the address of its page where there is one."],
      dont: ["Do not show the whole hash: its page has it."],
      keys: LINK_KEYS,
    }),
  },
  args: {
    hash: "9f2c41d07be35a6c1d2e3f405162738495a6b7c8",
    title: "Keep the cursor when the page is reloaded",
    href: "/projects/atlas/commits/9f2c41d07be35a6c1d2e3f405162738495a6b7c8",
    author: "Tomas Brandt",
    at: "2026-02-27T09:00:00Z",
  },
} satisfies Meta<typeof CommitLine>;
export default meta;
type Story = StoryObj<typeof meta>;

export const Playground: Story = {};
export const Linked: Story = {
  play: async ({ canvas, args }) => {
    await expect(canvas.getByRole("link", { name: "9f2c41d" })).toHaveAttribute("href", args.href);
    await expect(canvas.getByText(args.title ?? "")).toBeVisible();
  },
  parameters: { chromatic: { disableSnapshot: true } },
};
/** A commit before the beginning of a shallow history has no page. */
export const WithoutPage: Story = {
  args: { href: undefined },
  play: async ({ canvas }) => {
    await expect(canvas.queryByRole("link")).toBeNull();
  },
};
/** The hash and the author each have a page: two links side by side, neither within the other. */
export const KnownAuthor: Story = {
  args: {
    person: { id: "p-1", name: "Tomas Brandt", email: null, avatar_url: null },
    personHref: ({ id }) => `/projects/atlas/people/${id}`,
  },
  play: async ({ canvas, args }) => {
    await expect(canvas.getAllByRole("link").map((link) => link.getAttribute("href"))).toEqual([
      args.href,
      "/projects/atlas/people/p-1",
    ]);
    await expect(canvas.getByRole("link", { name: "Tomas Brandt" })).toBeVisible();
  },
  parameters: { chromatic: { disableSnapshot: true } },
};
/** A bot and an unknown signature have no page. */
export const UnknownAuthor: Story = {
  args: { person: null, personHref: () => "/projects/atlas/people/p-1" },
  play: async ({ canvas }) => {
    await expect(canvas.queryByRole("link", { name: "Tomas Brandt" })).toBeNull();
    await expect(canvas.getByText("Tomas Brandt")).toBeVisible();
  },
  parameters: { chromatic: { disableSnapshot: true } },
};
export const WithoutAuthor: Story = { args: { author: undefined }, parameters: forState };
export const HashOnly: Story = { args: { title: undefined, author: undefined, at: undefined }, parameters: forState };
export const LongTitle: Story = {
  args: {
    title: "Read the settings again when a worker starts, and refuse those of an older format ".repeat(2).trim(),
  },
  parameters: forLayout,
};
export const Turkish: Story = { globals: { locale: "tr" }, parameters: forLayout };
