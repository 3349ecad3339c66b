import { act, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, expect, test, vi } from "vitest";
import { respond } from "../../fixtures/handlers.ts";
import { project, projectUsers } from "../../fixtures/projects.ts";
import { renderApp } from "../../renderApp.tsx";

/** Names of components that break while they are drawn. */
const broken = vi.hoisted(() => new Set<string>());
vi.mock(import("../../../src/components/projects/ProjectMemberTable.tsx"), async (original) => {
  const { ProjectMemberTable } = await original();
  return {
    ProjectMemberTable: (props) => {
      if (broken.has("ProjectMemberTable")) throw new Error("a fault of the app");
      return <ProjectMemberTable {...props} />;
    },
  };
});
vi.mock(import("../../../src/components/auth/ChangePasswordForm.tsx"), async (original) => {
  const { ChangePasswordForm } = await original();
  return {
    ChangePasswordForm: (props) => {
      if (broken.has("ChangePasswordForm")) throw new Error("a fault of the app");
      return <ChangePasswordForm {...props} />;
    },
  };
});
vi.mock(import("../../../src/routes/project/projectTabModules.ts"), async (original) => {
  const { projectTabModules } = await original();
  return {
    projectTabModules: {
      ...projectTabModules,
      // As Chromium reports it without a network.
      experts: () =>
        Promise.reject(new TypeError("Failed to fetch dynamically imported module: /assets/ExpertsTab.js")),
    },
  };
});

afterEach(() => {
  broken.clear();
  vi.restoreAllMocks();
});

test("a tab that breaks leaves the project's page on screen; Retry and another tab render again", async () => {
  vi.spyOn(console, "error").mockImplementation(() => undefined);
  broken.add("ProjectMemberTable");
  const { router } = await renderApp({
    handlers: {
      getProject: respond(project()),
      listProjectUsers: respond(projectUsers()),
      listBacktests: respond([]),
    },
    path: "/projects/atlas/people",
  });
  expect(await screen.findByText("This part failed", {}, { timeout: 10_000 })).toBeVisible();
  expect(screen.getByRole("heading", { level: 1, name: "Atlas" })).toBeVisible();
  expect(screen.getByRole("link", { current: "page", name: "People" })).toBeVisible();
  broken.clear();
  await userEvent.click(screen.getByRole("button", { name: "Retry" }));
  expect(await screen.findByRole("heading", { name: "People" })).toBeVisible();
  await router.navigate("/projects/atlas/backtest");
  expect(await screen.findByText("No backtest has been run yet")).toBeVisible();
});

test("a tab of the settings that breaks leaves the other tabs", async () => {
  vi.spyOn(console, "error").mockImplementation(() => undefined);
  broken.add("ChangePasswordForm");
  await renderApp({ path: "/settings/password" });
  expect(await screen.findByText("This part failed", {}, { timeout: 10_000 })).toBeVisible();
  await userEvent.click(screen.getByRole("link", { name: "Profile" }));
  await waitFor(() => expect(screen.getByRole("link", { current: "page" })).toHaveAccessibleName("Profile"));
  expect(await screen.findByLabelText(/^Name/)).toBeVisible();
});

test("a tab whose code cannot be loaded leaves the project's page on screen and asks for a reload", async () => {
  vi.spyOn(console, "error").mockImplementation(() => undefined);
  const { router } = await renderApp({
    handlers: { getProject: respond(project()), listProjectUsers: respond(projectUsers()) },
    path: "/projects/atlas/people",
  });
  expect(await screen.findByRole("heading", { name: "People" })).toBeVisible();
  await act(() => router.navigate("/projects/atlas/experts"));
  expect(await screen.findByText("This page could not be loaded")).toBeVisible();
  expect(screen.getByRole("heading", { level: 1, name: "Atlas" })).toBeVisible();
});
