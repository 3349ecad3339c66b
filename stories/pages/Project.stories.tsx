import type { Meta, StoryObj } from "@storybook/react-vite";
import { expect, screen as page, waitFor, within } from "storybook/test";
import { pageModes, onPhoneToo } from "../../.storybook/modes.ts";
import { companyPlan, user } from "../../tests/fixtures/people.ts";
import { respond, pending, failWith, type Handlers } from "../../tests/fixtures/handlers.ts";
import { AppScreens } from "../../tests/fixtures/appScreens.tsx";
import {
  failedSync,
  project,
  projects,
  projectUsers,
  repository,
  runningSync,
  sync,
  tracker,
} from "../../tests/fixtures/projects.ts";
import { indexedSource, nothingFound, searchAnswer } from "../../tests/fixtures/search.ts";

const atlas = project();
/** The first story of a run also loads the screens' code. */
const COLD = { timeout: 10_000 };
const host: Handlers = {
  listProjects: respond(projects(12)),
  getProject: respond(atlas),
  listProjectUsers: respond(projectUsers()),
  searchProject: respond(searchAnswer()),
  validateRepository: respond({
    valid: true,
    name: "acme/atlas",
    visibility: "private",
    default_branch: "main",
    items: 1284,
  }),
};

const meta = {
  // A documentation page would mount all screens together, each with its own landmarks.
  tags: ["!autodocs"],
  component: AppScreens,
  parameters: {
    layout: "fullscreen",
    chromatic: { disableSnapshot: false, modes: pageModes },
  },
  args: { handlers: host, path: "/projects" },
} satisfies Meta<typeof AppScreens>;
export default meta;
type Story = StoryObj<typeof meta>;

export const List: Story = {
  play: async ({ canvas }) => {
    await expect(await canvas.findByRole("link", { name: "Atlas" }, COLD)).toBeVisible();
  },
  parameters: onPhoneToo,
};
/** The tabs and their addresses are rendered before the project is loaded. */
export const ProjectWaits: Story = {
  args: { path: "/projects/atlas/experts", handlers: { ...host, getProject: pending } },
  play: async ({ canvas }) => {
    const tabs = await canvas.findByRole("navigation", { name: "Parts of the project" }, COLD);
    await expect(within(tabs).getByRole("link", { name: "Experts" })).toHaveAttribute("aria-current", "page");
  },
};
export const ListNarrowed: Story = { args: { path: "/projects?q=i%C5%9F&role=Owner" } };
export const ListNarrowedToNothing: Story = { args: { path: "/projects?q=zzz" } };
export const ListEmpty: Story = { args: { handlers: { ...host, listProjects: respond([]) } } };
export const ListFailed: Story = { args: { handlers: { ...host, listProjects: failWith() } } };

export const Search: Story = {
  args: { path: "/projects/atlas/search?q=refresh+token" },
  play: async ({ canvas }) => {
    await expect(await canvas.findByText("61 results")).toBeVisible();
  },
  parameters: onPhoneToo,
};
export const SearchWithoutQuery: Story = { args: { path: "/projects/atlas/search" } };
export const SearchFiltered: Story = {
  args: { path: "/projects/atlas/search?q=refresh+token&kind=code&language=SQL" },
  parameters: onPhoneToo,
};
export const SearchFindsNothing: Story = {
  args: {
    path: "/projects/atlas/search?q=refrehs&kind=issue",
    handlers: {
      ...host,
      searchProject: respond(nothingFound({ missing: [{ word: "refrehs", suggestion: "refresh" }], filtered_out: 3 })),
    },
  },
};
export const SearchLoading: Story = {
  args: { path: "/projects/atlas/search?q=token", handlers: { ...host, searchProject: pending } },
};
export const SearchFailed: Story = {
  args: { path: "/projects/atlas/search?q=token", handlers: { ...host, searchProject: failWith() } },
};
export const SearchPartial: Story = {
  args: {
    path: "/projects/atlas/search?q=token",
    handlers: {
      ...host,
      getProject: respond(
        project({ trackers: [tracker({ sync: runningSync({ step: "issues", done: 120, total: 412 }) })] }),
      ),
      searchProject: respond(
        searchAnswer({
          sources: [
            indexedSource(),
            indexedSource({
              id: "t-atlas",
              kind: "tracker",
              name: "acme/atlas issues",
              ready: false,
              sync: runningSync(),
            }),
          ],
        }),
      ),
    },
  },
};
export const FirstSync: Story = {
  args: {
    path: "/projects/atlas",
    handlers: {
      ...host,
      getProject: respond(
        project({
          repositories: [repository({ sync: runningSync() })],
          trackers: [tracker({ sync: sync({ state: "queued", finished_at: null, items: 0 }) })],
        }),
      ),
    },
  },
  parameters: onPhoneToo,
};
export const WithoutSources: Story = {
  args: {
    path: "/projects/atlas",
    handlers: { ...host, getProject: respond(project({ repositories: [], trackers: [] })) },
  },
};

export const Sources: Story = { args: { path: "/projects/atlas/sources" }, parameters: onPhoneToo };
export const SourcesFailed: Story = {
  args: {
    path: "/projects/atlas/sources",
    handlers: { ...host, getProject: respond(project({ trackers: [tracker({ sync: failedSync() })] })) },
  },
};
export const SourcesOnStandardPlan: Story = {
  args: {
    path: "/projects/atlas/sources",
    as: user({ company_plan: companyPlan({ plan: { name: "Standard" } }) }),
  },
};
export const SourcesReadOnly: Story = {
  args: {
    path: "/projects/atlas/sources",
    handlers: { ...host, getProject: respond(project({ role: "Viewer" })) },
  },
  play: async ({ canvas }) => {
    await expect(await canvas.findByRole("heading", { name: "Sources" })).toBeVisible();
    await expect(canvas.queryByRole("button", { name: /Add|Remove|Sync now/ })).toBeNull();
  },
};
export const SourceIsAdded: Story = {
  args: { path: "/projects/atlas/sources" },
  play: async ({ canvas, userEvent }) => {
    (await canvas.findByRole("button", { name: "Add a source" })).focus();
    await userEvent.keyboard("{Enter}");
    await userEvent.click(await page.findByRole("menuitem", { name: "Add a repository" }));
    await userEvent.type(canvas.getByRole("textbox", { name: "URL" }), "https://a.example/b");
    await userEvent.click(canvas.getByRole("button", { name: "Validate" }));
    await expect(await canvas.findByText("acme/atlas can be linked")).toBeVisible();
  },
  parameters: onPhoneToo,
};
export const SourceIsRemoved: Story = {
  args: { path: "/projects/atlas/sources" },
  play: async ({ canvas, userEvent }) => {
    (await canvas.findAllByRole("button", { name: "Actions for acme/atlas" }))[0]?.focus();
    await userEvent.keyboard("{Enter}");
    await userEvent.click(await page.findByRole("menuitem", { name: "Remove" }));
    await waitFor(() => expect(page.getByRole("button", { name: "Cancel" })).toHaveFocus());
  },
};

export const People: Story = { args: { path: "/projects/atlas/people" }, parameters: onPhoneToo };
export const PeopleReadOnly: Story = {
  args: {
    path: "/projects/atlas/people",
    handlers: { ...host, getProject: respond(project({ role: "Developer" })) },
    as: user({ email: "cem@acme.example", name: "Cem Öz" }),
  },
};
export const PeopleFailed: Story = {
  args: { path: "/projects/atlas/people", handlers: { ...host, listProjectUsers: failWith() } },
};

export const Wizard: Story = { args: { path: "/wizard" }, parameters: onPhoneToo };
export const WizardOnStandardPlan: Story = {
  args: {
    path: "/wizard",
    as: user({ company_plan: companyPlan({ plan: { name: "Standard" } }), projects_count: 0 }),
  },
  play: async ({ canvas, userEvent }) => {
    await userEvent.type(await canvas.findByRole("textbox", { name: "Project name" }), "Atlas{Enter}");
    await expect(await canvas.findByRole("note")).toHaveTextContent("2 data sources left");
    await userEvent.type(canvas.getByRole("textbox", { name: "URL" }), "https://a.example/b{Enter}");
    await expect(await canvas.findByText("https://a.example/b")).toBeVisible();
    await expect(canvas.getByRole("note")).toHaveTextContent("1 data source left");
  },
};
