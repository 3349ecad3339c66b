import type { Meta, StoryObj } from "@storybook/react-vite";
import { expect, within } from "storybook/test";
import { pictures, modes, forState } from "../../.storybook/modes.ts";
import { CommitsPanel } from "../../src/components/issues/CommitsPanel.tsx";
import { commitsSince } from "../../tests/fixtures/issuePanels.ts";

const meta = {
  parameters: pictures,
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

const [first = undefined as never] = commitsSince().commits;

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

/** The first five are shown; the others are behind a button, which leads the focus to the sixth. */
export const Many: Story = {
  args: {
    commits: commitsSince({
      commits: Array.from({ length: 12 }, (_, at) => ({
        ...first,
        hash: `${at}`.padStart(40, "0"),
        title: `Change ${at}`,
      })),
      total: 12,
    }),
  },
  parameters: { chromatic: { disableSnapshot: true } },
  play: async ({ canvas, userEvent }) => {
    const commits = () => within(canvas.getByRole("list", { name: /^Commits since/ })).getAllByText(/^Change /);
    await expect(commits()).toHaveLength(5);
    await userEvent.click(canvas.getByRole("button", { name: "Show 7 more commits" }));
    await expect(commits()).toHaveLength(12);
    await expect(document.activeElement).toHaveTextContent("Change 5");
    await expect(canvas.queryByRole("button")).toBeNull();
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
