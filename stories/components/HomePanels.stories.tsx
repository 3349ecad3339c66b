import type { Meta, StoryObj } from "@storybook/react-vite";
import { expect, fn } from "storybook/test";
import { Attention } from "../../src/components/Attention/Attention.tsx";
import { FirstSteps } from "../../src/components/FirstSteps/FirstSteps.tsx";
import { HomeSearch } from "../../src/components/HomeSearch/HomeSearch.tsx";
import { MyIssues } from "../../src/components/MyIssues/MyIssues.tsx";
import { RecentProjects } from "../../src/components/RecentProjects/RecentProjects.tsx";
import { modes } from "../../.storybook/modes.ts";
import { issueRow } from "../../tests/fixtures/issueFixtures.ts";
import { failedSync, project, projects, repository, runningSync } from "../../tests/fixtures/projects.ts";

const meta = {
  title: "components/HomePanels",
  component: HomeSearch,
  args: { query: "", onSearch: fn() },
} satisfies Meta<typeof HomeSearch>;
export default meta;
type Story = StoryObj<typeof meta>;

export const Search: Story = {};
export const Searching: Story = { args: { query: "parse url" } };
export const SearchesByKeyboard: Story = {
  parameters: { chromatic: { disableSnapshot: true } },
  play: async ({ args, canvas, userEvent }) => {
    await userEvent.type(canvas.getByRole("searchbox", { name: "Search all your projects" }), " parse url {Enter}");
    await expect(args.onSearch).toHaveBeenCalledWith("parse url");
  },
};
export const EndsTheSearch: Story = {
  args: { query: "parse url" },
  parameters: { chromatic: { disableSnapshot: true } },
  play: async ({ args, canvas, userEvent }) => {
    await userEvent.click(canvas.getByRole("button", { name: "End the search" }));
    await expect(args.onSearch).toHaveBeenCalledWith("");
  },
};
export const Steps: Story = {
  render: () => <FirstSteps wizardHref="/wizard" />,
  parameters: { chromatic: { modes: { light: modes.light, dark: modes.dark, narrow: modes.narrow, tr: modes.tr } } },
};
export const Recent: Story = {
  render: () => <RecentProjects projects={projects(6)} hrefOf={(slug) => `/projects/${slug}`} />,
};
export const RecentInEveryState: Story = {
  render: () => (
    <RecentProjects
      hrefOf={(slug) => `/projects/${slug}`}
      projects={[
        project({ name: "incident-response-tooling".repeat(4), slug: "long" }),
        project({ slug: "running", repositories: [repository({ sync: runningSync() })] }),
        project({ slug: "failed", repositories: [repository({ sync: failedSync() })] }),
        project({ slug: "empty", repositories: [], trackers: [], wikis: [], role: "Viewer" }),
      ]}
    />
  ),
};
export const Issues: Story = {
  render: () => (
    <MyIssues
      issues={[0, 1, 2, 3, 4].map((number) => ({ ...issueRow(number), project_name: "Atlas of the north" }))}
      hrefOf={({ id }) => `/x/${id}`}
    />
  ),
  play: async ({ canvas }) => {
    await expect(canvas.getAllByText("Atlas of the north")).toHaveLength(5);
    await expect(canvas.queryByText("atlas")).toBeNull();
  },
};
export const NeedsAttention: Story = {
  render: () => (
    <Attention
      items={[
        {
          kind: "token",
          id: "t",
          source: "acme/loom",
          project: "Loom",
          error: "github.com does not accept the token. It may have expired or been revoked: reconnect with a new one.",
          href: "/l",
        },
        {
          kind: "sync",
          id: "r",
          source: "acme/atlas",
          project: "Atlas",
          error: "The host did not answer.",
          href: "/a",
        },
        {
          kind: "stale",
          id: "i",
          key: "atlas#12",
          title: "Second sync fetches every comment again",
          since: "2025-12-01T10:00:00Z",
          href: "/b",
        },
      ]}
    />
  ),
};
