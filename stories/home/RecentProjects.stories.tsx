import type { Meta, StoryObj } from "@storybook/react-vite";
import { pictures, forLayout, forState } from "../../.storybook/modes.ts";
import { RecentProjects } from "../../src/components/home/RecentProjects.tsx";
import { failedSync, project, projects, repository, runningSync } from "../../tests/fixtures/projects.ts";
const meta = {
  parameters: pictures,
  component: RecentProjects,
  args: { projects: projects(6), hrefOf: (slug) => `/projects/${slug}` },
} satisfies Meta<typeof RecentProjects>;
export default meta;
type Story = StoryObj<typeof meta>;

export const Six: Story = {};
export const Running: Story = {
  args: {
    projects: [project({ repositories: [repository({ sync: runningSync() })] })],
  },
};
export const Failed: Story = {
  args: {
    projects: [project({ repositories: [repository({ sync: failedSync() })] })],
  },
  parameters: forState,
};
export const Turkish: Story = { globals: { locale: "tr" }, parameters: forLayout };
