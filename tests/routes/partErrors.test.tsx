import { screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, expect, onTestFinished, test, vi } from "vitest";
import { interceptLinks } from "../../src/routes/interceptLinks.ts";
import { respond } from "../fixtures/handlers.ts";
import { project, projectUsers } from "../fixtures/projects.ts";
import { renderAccount } from "./account/renderAccount.tsx";
import { renderScreens } from "./renderScreens.tsx";

afterEach(() => vi.restoreAllMocks());

test("a tab that breaks leaves the project's page on screen; Retry and another tab render again", async () => {
  vi.spyOn(console, "error").mockImplementation(() => undefined);
  let isBroken = true;
  const { router } = await renderScreens({
    host: {
      getProject: respond(project()),
      listProjectUsers: () => (isBroken ? Promise.reject(new Error("a fault of the app")) : respond(projectUsers())()),
      listBacktests: respond([]),
    },
    path: "/projects/atlas/people",
  });
  expect(await screen.findByText("This part broke", {}, { timeout: 10_000 })).toBeVisible();
  expect(screen.getByRole("heading", { level: 1, name: "Atlas" })).toBeVisible();
  expect(screen.getByRole("link", { current: "page", name: "People" })).toBeVisible();
  isBroken = false;
  await userEvent.click(screen.getByRole("button", { name: "Retry" }));
  expect(await screen.findByRole("heading", { name: "People" })).toBeVisible();
  await router.navigate("/projects/atlas/backtest");
  expect(await screen.findByText("No backtest has been run yet")).toBeVisible();
});

test("a tab of the settings that breaks leaves the other tabs", async () => {
  vi.spyOn(console, "error").mockImplementation(() => undefined);
  const { router } = await renderAccount({
    path: "/settings/password",
    host: { listSessions: () => Promise.reject(new Error("a fault of the app")) },
  });
  onTestFinished(interceptLinks(router));
  expect(await screen.findByText("This part broke", {}, { timeout: 10_000 })).toBeVisible();
  await userEvent.click(screen.getByRole("link", { name: "Profile" }));
  await waitFor(() => expect(screen.getByRole("link", { current: "page" })).toHaveAccessibleName("Profile"));
  expect(await screen.findByLabelText(/^Name/)).toBeVisible();
});
