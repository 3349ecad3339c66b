import type { Meta, StoryObj } from "@storybook/react-vite";
import { expect } from "storybook/test";
import { pageModes, onPhoneToo } from "../../.storybook/modes.ts";
import { AppScreens } from "../../tests/fixtures/appScreens.tsx";
import { failWith, respond } from "../../tests/fixtures/handlers.ts";
import { companyPlan, user } from "../../tests/fixtures/people.ts";
import { directoryMapping, directoryToken } from "../../tests/fixtures/directory.ts";
import { ssoProvider } from "../../tests/fixtures/sso.ts";

const enterprise = user({ company_plan: companyPlan({ plan: { name: "Enterprise" } }) });
const settings = (providers: readonly ReturnType<typeof ssoProvider>[]) =>
  respond({ is_required: false, password_admins: [], providers: [...providers] });

/** The first story of a run also loads the screens' code. */
const COLD = { timeout: 10_000 };

const meta = {
  // A documentation page would mount all screens together, each with its own landmarks.
  tags: ["!autodocs"],
  component: AppScreens,
  parameters: { layout: "fullscreen", chromatic: { disableSnapshot: false, modes: pageModes } },
  args: { path: "/settings/setup", as: enterprise },
} satisfies Meta<typeof AppScreens>;
export default meta;
type Story = StoryObj<typeof meta>;

const NO_PICTURE = { chromatic: { disableSnapshot: true } };

export const Setup: Story = {
  play: async ({ canvas }) => {
    await expect(await canvas.findByRole("region", { name: /^Jira/ }, COLD)).toBeVisible();
  },
  parameters: onPhoneToo,
};
export const SetupFailed: Story = { args: { handlers: { getSetup: failWith() } }, parameters: NO_PICTURE };
export const SingleSignOn: Story = {
  args: { path: "/settings/sso", handlers: { getSso: settings([ssoProvider()]) } },
  play: async ({ canvas }) => {
    await expect(await canvas.findByRole("region", { name: /Acme login/ }, COLD)).toBeVisible();
  },
  parameters: onPhoneToo,
};
export const SingleSignOnEmpty: Story = {
  args: { path: "/settings/sso", handlers: { getSso: settings([]) } },
  play: async ({ canvas }) => {
    await expect(await canvas.findByRole("heading", { level: 2, name: "Single sign-on" }, COLD)).toBeVisible();
  },
};
const directory = (part: object = {}) =>
  respond({
    base_url: "https://clew.example/scim/v2",
    tokens: [],
    max_days: 366,
    domains: [],
    users: 0,
    inactive_users: 0,
    groups: [],
    mappings: [],
    providers: [],
    projects: [],
    ...part,
  });
export const Directory: Story = {
  args: {
    path: "/settings/directory",
    handlers: {
      getDirectory: directory({
        tokens: [directoryToken()],
        domains: ["acme.example"],
        users: 212,
        inactive_users: 3,
        groups: [{ id: "group-1", name: "Engineers", members: 12 }],
        mappings: [directoryMapping()],
        projects: [{ slug: "atlas", name: "Atlas" }],
      }),
    },
  },
  play: async ({ canvas }) => {
    await expect(await canvas.findByText("Developer in Atlas", {}, COLD)).toBeVisible();
  },
  parameters: NO_PICTURE,
};
export const DirectoryEmpty: Story = {
  args: { path: "/settings/directory", handlers: { getDirectory: directory() } },
  play: async ({ canvas }) => {
    await expect(await canvas.findByText(/^There is no token yet/, {}, COLD)).toBeVisible();
  },
  parameters: NO_PICTURE,
};
export const DirectoryFailed: Story = {
  args: { path: "/settings/directory", handlers: { getDirectory: failWith() } },
  parameters: NO_PICTURE,
};
export const SingleSignOnNotInThePlan: Story = {
  args: { path: "/settings/sso", as: user({ company_plan: companyPlan({ plan: { name: "Standard" } }) }) },
  parameters: NO_PICTURE,
};
