import type { Meta, StoryObj } from "@storybook/react-vite";
import { expect } from "storybook/test";
import { LineDiscussions } from "../../src/components/requests/LineDiscussions.tsx";
import { codeDiscussion, reviewThread } from "../../tests/fixtures/requests.ts";

const meta = {
  component: LineDiscussions,
  decorators: [
    (Story) => (
      <>
        <h1 className="visually-hidden">Request</h1>
        <Story />
      </>
    ),
  ],
  args: {
    personHref: ({ name }) => `/projects/atlas/people?who=${encodeURIComponent(name)}`,
    discussions: [
      codeDiscussion(),
      codeDiscussion({ line: null, commit: null, thread: { ...reviewThread(), id: "thread-2" } }),
    ],
    requestHref: ({ address }) => `/projects/atlas/requests/${address}`,
    lineHref: (line) => `#L${line}`,
    isInitiallyOpen: true,
    headingLevel: 3,
  },
} satisfies Meta<typeof LineDiscussions>;
export default meta;
type Story = StoryObj<typeof meta>;

export const Ready: Story = {
  parameters: { chromatic: { disableSnapshot: false } },
  play: async ({ canvas }) => {
    await expect(canvas.getByRole("link", { name: "line 44" })).toHaveAttribute("href", "#L44");
    await expect(canvas.getByText("at a line that has changed since")).toBeVisible();
  },
};
/** The line has changed since, and the file had another name: it leads to the code of that time. */
export const ThenAndRenamed: Story = {
  args: {
    discussions: [codeDiscussion({ path: "src/list/paging.ts", line: null })],
    thenHref: ({ path, commit, line }) => `/code/${path}?rev=${commit}#L${line}`,
  },
  play: async ({ canvas }) => {
    await expect(canvas.getByRole("link", { name: /line 42 of .* changed since/ })).toBeVisible();
    await expect(canvas.getByText("when the file was src/paging.ts")).toBeVisible();
  },
};
export const Folded: Story = { args: { isInitiallyOpen: false } };
export const EntireFile: Story = {
  args: { discussions: [codeDiscussion({ line: null, thread: reviewThread({ line: null, hunk: null }) })] },
};
export const Nothing: Story = { args: { discussions: [] } };
export const Turkish: Story = { globals: { locale: "tr" } };
