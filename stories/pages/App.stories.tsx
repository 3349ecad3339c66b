import type { Meta, StoryObj } from "@storybook/react-vite";
import { expect, screen as page, waitFor } from "storybook/test";
import { pageModes, onPhoneToo } from "../../.storybook/modes.ts";
import { AppScreens } from "../../tests/fixtures/appScreens.tsx";
import { issueRow } from "../../tests/fixtures/issues.ts";
import { companyPlan, user } from "../../tests/fixtures/people.ts";
import { respond, pending, failWith, type Handlers, respondOther } from "../../tests/fixtures/handlers.ts";
import { failedSync, projects, repository, project } from "../../tests/fixtures/projects.ts";
import { nothingFound, searchAllAnswer } from "../../tests/fixtures/search.ts";

const assigned = (...row: Parameters<typeof issueRow>) => ({ ...issueRow(...row), project_name: "Atlas" });
const some = projects(5);
const [first, ...others] = some;
const host: Handlers = {
  listProjects: respond(some),
  getDashboard: respond({
    issues: [assigned(1, { title: "Tokens with a dot are cut in two" }), assigned(2)],
    recent_projects: some,
  }),
  getInstallation: respond({
    support_email: "help@acme.example",
    integrations: [],
    sends_mail: true,
    demo_people: [],
    single_sign_on: false,
    passkeys: false,
  }),
  searchAll: respond(searchAllAnswer()),
  login: failWith({ status: 400, text: "Email or password is wrong." }),
};
/** The first story of a run also loads the screens' code. */
const COLD = { timeout: 10_000 };

const meta = {
  // A documentation page would mount all screens together, each with its own landmarks.
  tags: ["!autodocs"],
  component: AppScreens,
  parameters: {
    layout: "fullscreen",
    chromatic: { disableSnapshot: false, modes: pageModes },
  },
  args: { handlers: host, path: "/" },
} satisfies Meta<typeof AppScreens>;
export default meta;
type Story = StoryObj<typeof meta>;

export const Home: Story = {
  play: async ({ canvas }) => {
    await expect(await canvas.findByRole("heading", { name: "Waiting for me" }, COLD)).toBeVisible();
    await expect(canvas.getByRole("main")).toBeVisible();
  },
  parameters: onPhoneToo,
};
export const HomeNeedsAttention: Story = {
  args: {
    handlers: {
      ...host,
      getDashboard: respond({
        issues: [assigned(1, { state: "open", updated_at: "2025-11-02T09:00:00Z" })],
        recent_projects: [project({ ...first, repositories: [repository({ sync: failedSync() })] }), ...others],
      }),
    },
  },
  play: async ({ canvas }) => {
    await expect(await canvas.findByRole("heading", { name: "Waiting for me" }, COLD)).toBeVisible();
  },
  parameters: onPhoneToo,
};
export const FirstScreenIsOnItsWay: Story = {
  args: { path: "/projects", handlers: { ...host, listProjects: pending } },
  play: async ({ canvas }) => {
    const words = await canvas.findByText("Loading the page", {}, COLD);
    // It fades in after a delay, so that a fast host causes no flicker.
    await waitFor(() => expect(words).toBeVisible());
  },
};
/** The frame and the search do not wait for the content below them. */
export const HomeWaits: Story = {
  args: { handlers: { ...host, getDashboard: pending } },
  play: async ({ canvas }) => {
    await expect(await canvas.findByRole("combobox", { name: "Search all your projects" }, COLD)).toBeEnabled();
    await expect(canvas.getByRole("button", { name: "Projects" })).toBeVisible();
    await expect(canvas.getAllByText("Loading")[0]).toBeInTheDocument();
  },
};
export const HomeFirstUse: Story = {
  args: { handlers: { ...host, getDashboard: respond({ issues: [], recent_projects: [] }) } },
  play: async ({ canvas }) => {
    await expect(await canvas.findByText("No project yet", {}, COLD)).toBeVisible();
  },
};
export const HomeFailed: Story = {
  args: { handlers: { ...host, getDashboard: failWith() } },
  play: async ({ canvas }) => {
    await expect(await canvas.findByRole("button", { name: "Retry" }, COLD)).toBeVisible();
  },
};
export const HomeOfAForeignHost: Story = {
  args: {
    handlers: {
      ...host,
      getDashboard: respondOther({
        issues: null,
        recent_projects: [{ name: "Atlas", slug: "atlas", role: "guest" }],
      }),
    },
  },
  play: async ({ canvas }) => {
    await expect(await canvas.findByRole("link", { name: "Atlas" }, COLD)).toBeVisible();
  },
};
export const HomeSearching: Story = {
  args: { path: "/?q=token" },
  play: async ({ canvas }) => {
    await expect(await canvas.findByText("61 results", {}, COLD)).toBeVisible();
  },
  parameters: onPhoneToo,
};
export const HomeSearchWaits: Story = { args: { path: "/?q=token", handlers: { ...host, searchAll: pending } } };
export const HomeSearchFailed: Story = {
  args: { path: "/?q=token", handlers: { ...host, searchAll: failWith() } },
  play: async ({ canvas }) => {
    await expect(await canvas.findByText("The search did not work", {}, COLD)).toBeVisible();
  },
};
export const HomeSearchFoundNothing: Story = {
  args: {
    path: "/?q=zebra",
    handlers: {
      ...host,
      searchAll: respond(searchAllAnswer({ ...nothingFound(), results: [], projects: [], sources: [] })),
    },
  },
  play: async ({ canvas }) => {
    await expect(await canvas.findByText("Nothing found", {}, COLD)).toBeVisible();
  },
};

export const TrialWithWarning: Story = {
  args: {
    path: "/404",
    as: user({
      suggested: ["jira"],
      providers: [],
      company_plan: companyPlan({ subscription_status: "trial", days_until_trial_end: 5 }),
    }),
  },
  play: async ({ canvas }) => {
    await expect(await canvas.findByText("5 days left of your free trial", {}, COLD)).toBeVisible();
    await expect(canvas.getByRole("button", { name: "Dismiss for 12 hours" })).toBeVisible();
    await expect(canvas.getByRole("link", { name: "Open integrations" })).toBeVisible();
  },
  parameters: onPhoneToo,
};
/** The warning stays until it is closed, so it lies over neither the page nor the top bar. */
export const WarningCoversNothing: Story = {
  args: { path: "/help", as: user({ suggested: ["jira"], providers: [] }) },
  globals: { viewport: { value: "phone" } },
  play: async ({ canvas }) => {
    const link = await canvas.findByRole("link", { name: "Open integrations" }, COLD);
    await canvas.findByRole("heading", { level: 1, name: "Help & Support" }, COLD);
    const warning = link.closest("[role=status]")?.getBoundingClientRect();
    // The first is the top bar: the page's own header is one as well.
    const [bar] = canvas.getAllByRole("banner");
    await expect(warning?.top).toBeGreaterThanOrEqual(bar?.getBoundingClientRect().bottom ?? Infinity);
    await expect(warning?.bottom).toBeLessThanOrEqual(canvas.getByRole("main").getBoundingClientRect().top);
  },
};
export const LastDayOfTheTrial: Story = {
  args: {
    path: "/404",
    as: user({ company_plan: companyPlan({ subscription_status: "trial", days_until_trial_end: 1 }) }),
  },
  play: async ({ canvas }) => {
    await expect(await canvas.findByText("Last day", {}, COLD)).toBeVisible();
  },
};
export const UpgradeRequired: Story = {
  args: { path: "/404", as: user({ company_plan: companyPlan({ plan: { name: "Standard" } }) }) },
  play: async ({ canvas, userEvent }) => {
    await userEvent.click(await canvas.findByRole("button", { name: "Insights" }, COLD));
    await waitFor(() => expect(page.getByText("Upgrade Required")).toBeVisible());
  },
  parameters: onPhoneToo,
};
export const PaletteIsOpen: Story = {
  args: { path: "/404" },
  play: async ({ canvas, userEvent }) => {
    await canvas.findByRole("heading", { name: "404" }, COLD);
    await userEvent.keyboard("{Control>}k{/Control}");
    await waitFor(
      () => expect(page.getByRole("combobox", { name: "Go to a page or run a command" })).toHaveFocus(),
      COLD,
    );
  },
  parameters: onPhoneToo,
};
export const KeysOfThePage: Story = {
  args: { path: "/404" },
  play: async ({ canvas, userEvent }) => {
    await canvas.findByRole("heading", { name: "404" }, COLD);
    await userEvent.keyboard("?");
    await waitFor(() => expect(page.getByText("Keyboard shortcuts")).toBeVisible(), COLD);
  },
};

export const NotFound: Story = {
  args: { path: "/no/such/place" },
  play: async ({ canvas }) => {
    await expect(await canvas.findByRole("heading", { name: "Page not found" }, COLD)).toBeVisible();
  },
};
export const Login: Story = {
  args: { path: "/login", as: null },
  play: async ({ canvas }) => {
    await expect(await canvas.findByRole("heading", { name: "Sign in" }, COLD)).toBeVisible();
  },
};
export const LoginRefused: Story = {
  args: { path: "/login", as: null },
  play: async ({ canvas, userEvent }) => {
    await userEvent.type(await canvas.findByLabelText("Email", {}, COLD), "ada@acme.example");
    await userEvent.type(canvas.getByLabelText("Password"), "wrong{Enter}");
    await expect(await canvas.findByText("Email or password is wrong.")).toBeVisible();
  },
};
export const SubscriptionExpired: Story = {
  args: { path: "/projects", as: user({ company_plan: companyPlan({ subscription_status: "expired" }) }) },
  play: async ({ canvas }) => {
    await expect(await canvas.findByRole("heading", { name: "Your subscription has expired" }, COLD)).toBeVisible();
  },
};
