import type { Meta, StoryObj } from "@storybook/react-vite";
import { expect } from "storybook/test";
import { modes, forState } from "../../.storybook/modes.ts";
import { CommitsPanel } from "../../src/components/issues/CommitsPanel.tsx";
import { commitsSince } from "../../tests/fixtures/issuePanels.ts";

const meta = {
  component: CommitsPanel,
  args: {
    commits: commitsSince(),
    fileHref: (repository: string, path: string) => `#${repository}/${path}`,
    personHref: ({ id }) => `/projects/atlas/people/${id}`,
    commitHref: (hash) => `/projects/atlas/commits/${hash}`,
  },
  decorators: [
    (Story) => (
      <div style={{ maxInlineSize: "32rem" }}>
        <h1 className="visually-hidden">Issue</h1>
        <Story />
      </div>
    ),
  ],
} satisfies Meta<typeof CommitsPanel>;
export default meta;
type Story = StoryObj<typeof meta>;

export const Ready: Story = {
  play: async ({ canvas }) => {
    await expect(canvas.getByText("and 1 older one")).toBeVisible();
  },
  parameters: { chromatic: { modes: { light: modes.light, dark: modes.dark, narrow: modes.narrow, tr: modes.tr } } },
};
export const None: Story = { args: { commits: commitsSince({ commits: [], total: 0 }) }, parameters: forState };

/** A program, or a signature that is unknown in the project, has no page. */
export const AuthorsAreLinks: Story = {
  parameters: { chromatic: { disableSnapshot: true } },
  play: async ({ canvas }) => {
    await expect(canvas.getByRole("link", { name: "Ada Örnek" })).toHaveAttribute(
      "href",
      "/projects/atlas/people/u-ada",
    );
    await expect(canvas.getByText("Mert Demir")).toBeVisible();
    await expect(canvas.queryByRole("link", { name: "Mert Demir" })).toBeNull();
  },
};

/** A name of any length widens no page. */
export const LongName: Story = {
  args: {
    commits: commitsSince({
      commits: commitsSince().commits.map((commit) => ({
        ...commit,
        author: "n".repeat(3000),
        title: "t".repeat(3000),
      })),
    }),
  },
  parameters: { chromatic: { disableSnapshot: true } },
  play: async ({ canvasElement }) => {
    await expect(canvasElement.scrollWidth).toBeLessThanOrEqual(canvasElement.clientWidth);
  },
};
