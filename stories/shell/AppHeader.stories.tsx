import type { Meta, StoryObj } from "@storybook/react-vite";
import { expect, fn, screen, waitFor } from "storybook/test";
import { expectNoOverflow } from "../../.storybook/expectNoOverflow.ts";
import { pictures, modes, layoutModes, inPseudoOnPhone, forState } from "../../.storybook/modes.ts";
import { NotificationBell } from "../../src/components/shell/NotificationBell.tsx";
import { AppHeader } from "../../src/components/shell/AppHeader.tsx";

const meta = {
  component: AppHeader,
  parameters: {
    ...pictures,
    layout: "fullscreen",
  },
  args: {
    hrefs: {
      home: "/",
      projects: "/projects",
      wizard: "/wizard",
      settings: "/settings",
      help: "/help",
      insights: "/insights",
    },
    user: { name: "Ada Kaya", email: "ada@acme.example" },
    theme: "light",
    area: null,
    searches: "all",
    onInsightsLimit: fn(),
    onToggleTheme: fn(),
    onPalette: fn(),
    onLogout: fn(),
    children: (
      <NotificationBell unread={3} onOpen={() => undefined}>
        {null}
      </NotificationBell>
    ),
  },
} satisfies Meta<typeof AppHeader>;
export default meta;
type Story = StoryObj<typeof meta>;

export const Default: Story = {
  parameters: { chromatic: { modes: { light: modes.light, dark: modes.dark, narrow: modes.narrow, tr: modes.tr } } },
};
export const InProjects: Story = { parameters: forState, args: { area: "projects", searches: "project" } };
export const EnterpriseWithInsights: Story = {
  parameters: forState,
  args: {
    onInsightsLimit: undefined,
  },
};
export const UserNotThereYet: Story = { parameters: forState, args: { user: null } };
export const LongPerson: Story = {
  args: {
    user: {
      name: "Maximiliana Featherstonehaugh-Öztürkoğlu",
      email: "maximiliana.featherstonehaugh@very-long-company.example",
    },
  },
  play: async ({ canvas, userEvent }) => {
    await userEvent.click(canvas.getByRole("button", { name: /^Maximiliana/ }));
    await waitFor(() => expect(screen.getByText(/very-long-company/)).toBeVisible());
  },
  parameters: { chromatic: { modes: { ...layoutModes, narrow: modes.narrow } } },
};
export const ProjectsMenuByKeyboard: Story = {
  parameters: forState,
  play: async ({ canvas, userEvent }) => {
    await userEvent.tab();
    await expect(canvas.getByRole("link", { name: "Clew, home" })).toHaveFocus();
    await userEvent.tab();
    await userEvent.keyboard("{Enter}");
    const item = (name: string) => screen.getByRole("menuitem", { name });
    await waitFor(() => expect(item("View all projects")).toHaveFocus());
    await userEvent.keyboard("{ArrowDown}");
    await expect(item("Create project")).toHaveFocus();
    // Wraps around.
    await userEvent.keyboard("{ArrowDown}");
    await expect(item("View all projects")).toHaveFocus();
    await userEvent.keyboard("{ArrowUp}");
    await expect(item("Create project")).toHaveFocus();
    await userEvent.keyboard("{Home}");
    await expect(item("View all projects")).toHaveFocus();
  },
};
export const EscapeClosesAndReturnsTheFocus: Story = {
  parameters: { chromatic: { disableSnapshot: true } },
  play: async ({ canvas, userEvent }) => {
    const button = await canvas.findByRole("button", { name: "Projects" });
    await userEvent.click(button);
    await waitFor(() => expect(screen.getByRole("menuitem", { name: "Create project" })).toBeVisible());
    await userEvent.keyboard("{Escape}");
    await waitFor(() => expect(screen.queryByRole("menuitem")).toBeNull());
    await waitFor(() => expect(canvas.getByRole("button", { name: "Projects" })).toHaveFocus());
  },
};
export const LogsOut: Story = {
  parameters: { chromatic: { disableSnapshot: true } },
  play: async ({ args, canvas, userEvent }) => {
    await userEvent.click(canvas.getByRole("button", { name: "Ada Kaya" }));
    await userEvent.click(await screen.findByRole("menuitem", { name: "Logout" }));
    await expect(args.onLogout).toHaveBeenCalledOnce();
  },
};
/** The plan has no insights: a button explains the limit, and there is no link that would lead elsewhere. */
export const NoInsights: Story = {
  args: { onInsightsLimit: fn() },
  parameters: { chromatic: { disableSnapshot: true } },
  play: async ({ args, canvas, userEvent }) => {
    await expect(canvas.queryByRole("link", { name: "Insights" })).toBeNull();
    await userEvent.click(canvas.getByRole("button", { name: "Insights" }));
    await expect(args.onInsightsLimit).toHaveBeenCalledOnce();
  },
};
/** The plan allows no further project: the item explains the limit in place of the wizard. */
export const NoFurtherProject: Story = {
  args: { onProjectLimit: fn() },
  parameters: { chromatic: { disableSnapshot: true } },
  play: async ({ args, canvas, userEvent }) => {
    await userEvent.click(await canvas.findByRole("button", { name: "Projects" }));
    const item = await screen.findByRole("menuitem", { name: "Create project" });
    await expect(item).not.toHaveAttribute("href");
    await userEvent.click(item);
    await expect(args.onProjectLimit).toHaveBeenCalledOnce();
  },
};
/** Words of a longer language with more plural forms. */
export const LongWords: Story = {
  ...inPseudoOnPhone,
  play: async ({ canvasElement }) => expectNoOverflow(canvasElement),
};
