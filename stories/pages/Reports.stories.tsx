import type { Meta, StoryObj } from "@storybook/react-vite";
import { expect, screen } from "storybook/test";
import { expectNoOverflow } from "../../.storybook/expectNoOverflow.ts";
import { lightPicture, onPhoneToo, pageModes } from "../../.storybook/modes.ts";
import { AppScreens } from "../../tests/fixtures/appScreens.tsx";
import { failWith, pending, respond } from "../../tests/fixtures/handlers.ts";
import { companyPlan, user } from "../../tests/fixtures/people.ts";
import { reportRun, reports } from "../../tests/fixtures/reports.ts";

const meta = {
  // A documentation page would mount all screens together, each with its own landmarks.
  tags: ["!autodocs"],
  component: AppScreens,
  parameters: { layout: "fullscreen", chromatic: { modes: pageModes } },
  args: {
    path: "/reports",
    as: user({ company_plan: companyPlan({ plan: { name: "Enterprise" } }) }),
    now: "2026-11-18T12:00:00Z",
    handlers: { listReports: respond(reports()), listReportRuns: respond([reportRun()]) },
  },
} satisfies Meta<typeof AppScreens>;
export default meta;
type Story = StoryObj<typeof meta>;

export const Usual: Story = {
  parameters: onPhoneToo,
  play: async ({ canvasElement, userEvent }) => {
    await userEvent.click(await screen.findByRole("button", { name: "Archive of Weekly delivery" }, { timeout: 5000 }));
    await expect(await screen.findByRole("button", { name: /^PDF of/ })).toBeVisible();
    await expectNoOverflow(canvasElement);
  },
};
/** From a dashboard: the form of a new report is open. */
export const OfADashboard: Story = {
  args: { path: "/reports?dashboard=d-1" },
  play: async () => {
    await expect(await screen.findByRole("dialog", { name: "New report" }, { timeout: 5000 })).toBeVisible();
  },
};
export const WithoutMail: Story = {
  parameters: lightPicture,
  args: { handlers: { listReports: respond(reports({ sends_mail: false, has_browser: false })) } },
};
export const Empty: Story = { args: { handlers: { listReports: respond(reports({ reports: [] })) } } };
export const Loading: Story = { args: { handlers: { listReports: pending } } };
export const Failed: Story = { args: { handlers: { listReports: failWith() } } };
export const NotInThePlan: Story = {
  args: { as: user({ company_plan: companyPlan({ plan: { name: "Premium" } }) }) },
};
export const Turkish: Story = { globals: { locale: "tr" } };
