/** A new issue: of a pasted report with what was found out about it, editable, and made once. */
import { screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeAll, expect, test } from "vitest";
import { err, ok } from "../../../src/services/result.ts";
import { type Handlers, apiError, pending, respond } from "../../fixtures/handlers.ts";
import { newIssueOffer } from "../../fixtures/issueWrites.ts";
import { localization } from "../../fixtures/localization.ts";
import { issueProject, tracker } from "../../fixtures/projects.ts";
import { renderApp } from "../../renderApp.tsx";

beforeAll(async () => {
  await import("../../../src/routes/issues/LocalizeTextRoute.tsx");
  await import("../../../src/routes/issues/NewIssueRoute.tsx");
});

const PASTED = "/projects/atlas/issues/localize?title=Cursor%0Ajumps&text=It+jumps.";

async function open(path: string, handlers: Handlers) {
  const { router } = await renderApp({
    path,
    handlers: {
      getProject: respond(issueProject()),
      localizeText: respond(localization()),
      codeContent: pending,
      newIssueForm: respond(newIssueOffer()),
      projectExperts: () => Promise.resolve(err(apiError())),
      searchProject: () => Promise.resolve(err(apiError())),
      ...handlers,
    },
  });
  return { router, user: userEvent.setup() };
}

test("a pasted report brings its title, its text and the likely files along", async () => {
  const { user } = await open(PASTED, {});
  await user.click(await screen.findByRole("button", { name: "Create an issue" }));
  expect(await screen.findByRole("textbox", { name: "Title" })).toHaveValue("Cursor jumps");
  const text = (screen.getByRole("textbox", { name: "Description" }) as HTMLTextAreaElement).value;
  expect(text).toMatch(/^It jumps\.\n\n---\n\n\*\*Likely place\*\*/);
  expect(text).toContain(localization().files[0]?.path);
});

test("an issue whose answer was lost is looked for with its key, and then has its page", async () => {
  const keys: string[] = [];
  const { router, user } = await open("/projects/atlas/issues/new", {
    createIssue: ({ body }) => {
      keys.push(body.key);
      const isFirst = keys.length === 1;
      return Promise.resolve(
        ok(
          isFirst
            ? { state: "unknown", text: "No answer.", address: null }
            : { state: "done", text: null, address: null },
        ),
      );
    },
    listIssues: () => Promise.resolve(err(apiError())),
  });
  await user.type(await screen.findByRole("textbox", { name: "Title" }), "Search is slow");
  await user.click(screen.getByRole("button", { name: "Create the issue" }));
  expect(await screen.findByText("No answer.")).toBeInTheDocument();
  expect(screen.getByRole("button", { name: "Create the issue" })).toBeDisabled();
  await user.click(screen.getByRole("button", { name: "Look again" }));
  await waitFor(() => expect(router.state.location.pathname).toBe("/projects/atlas/issues"));
  expect(keys[1]).toBe(keys[0]);
});

test("another tracker keeps what was written, also while it loads and when it does not answer", async () => {
  const trackers = [tracker({ id: "t-1", name: "Core" }), tracker({ id: "t-2", name: "Docs" })];
  const { user } = await open("/projects/atlas/issues/new", {
    getProject: respond(issueProject({ trackers })),
    newIssueForm: ({ query }) => Promise.resolve(query.tracker === "t-2" ? err(apiError()) : ok(newIssueOffer())),
  });
  await user.type(await screen.findByRole("textbox", { name: "Title" }), "Search is slow");
  await user.selectOptions(screen.getByRole("combobox", { name: "Tracker" }), "Docs");
  expect(await screen.findByText("What can be done could not be loaded")).toBeInTheDocument();
  expect(screen.getByRole("textbox", { name: "Title" })).toHaveValue("Search is slow");
  expect(screen.getByRole("button", { name: "Create the issue" })).toBeDisabled();
  await user.selectOptions(screen.getByRole("combobox", { name: "Tracker" }), "Core");
  await waitFor(() => expect(screen.getByRole("button", { name: "Create the issue" })).toBeEnabled());
  expect(screen.getByRole("textbox", { name: "Title" })).toHaveValue("Search is slow");
});
