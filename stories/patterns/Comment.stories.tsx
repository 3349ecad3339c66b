import type { Meta, StoryObj } from "@storybook/react-vite";
import { expect } from "storybook/test";
import { LINK_KEYS, usage } from "../../.storybook/usage.ts";
import { PEOPLE } from "../../tests/fixtures/issues.ts";
import { Comment } from "../../src/components/patterns/Comment.tsx";

const meta = {
  component: Comment,
  parameters: {
    ...usage({
      do: ["Use it for what a person wrote at a host: the text of an issue, a comment, a review."],
      dont: ["Do not use it for texts of the interface."],
      keys: LINK_KEYS,
    }),
  },
  decorators: [
    (Story) => (
      <>
        <h1 className="visually-hidden">Request</h1>
        <Story />
      </>
    ),
  ],
  args: {
    base: "https://host.example/atlas/pull/12",
    personHref: ({ name }) => `/projects/atlas/people?who=${encodeURIComponent(name)}`,
    author: PEOPLE.jonas,
    noAuthor: "Deleted account",
    action: "commented",
    at: "2026-02-21T09:00:00Z",
    body: "**Why** so? <img src=x onerror=alert(1)>",
    url: "https://host.example/atlas/pull/12#r1",
    headingLevel: 2,
  },
} satisfies Meta<typeof Comment>;
export default meta;
type Story = StoryObj<typeof meta>;

export const Playground: Story = {};
export const Ready: Story = {
  play: async ({ canvas }) => {
    await expect(await canvas.findByText("Why")).toBeVisible();
    await expect(document.querySelector("img[onerror]")).toBeNull();
  },
};
/** The author's levels are replaced by those below the headings of the page. */
export const WithHeading: Story = {
  args: { body: "#### Steps\n\nOpen it.", headingLevel: 2 },
  play: async ({ canvas }) => {
    await expect(await canvas.findByRole("heading", { name: "Steps", level: 2 }, { timeout: 10_000 })).toBeVisible();
  },
};
export const DeletedAccount: Story = { args: { author: null, url: null } };
export const WithoutText: Story = { args: { body: "" } };
export const Framed: Story = { args: { isFramed: true, action: undefined } };
export const FramedWithoutText: Story = {
  args: { isFramed: true, body: " ", emptyText: "No description was written." },
  play: async ({ canvas }) => {
    await expect(canvas.getByText("No description was written.")).toBeVisible();
  },
};
export const Turkish: Story = { globals: { locale: "tr" } };
