/** Marks that a member sets and removes on the page of a request. */
import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeAll, expect, test, vi } from "vitest";
import type { Mark } from "../../contract/marks/marks.ts";
import type { ProjectRole } from "../../contract/projects.ts";
import { ok } from "../../src/services/result.ts";
import { failWith, type Handler, type Handlers, pending } from "../fixtures/handlers.ts";
import { companyPlan, user as account } from "../fixtures/people.ts";
import { issueProject } from "../fixtures/projects.ts";
import { changeRequest } from "../fixtures/requests.ts";
import { renderApp } from "../renderApp.tsx";

beforeAll(async () => {
  await import("../../src/routes/request/RequestRoute.tsx");
  await import("../../src/routes/marks/MarksSection.tsx");
  await import("../../src/routes/marks/AddMark.tsx");
});

/** A request whose marks the host keeps. */
async function open(
  { role = "Maintainer", plan = "Enterprise" }: { role?: ProjectRole; plan?: "Standard" | "Enterprise" } = {},
  handlers: Handlers = {},
) {
  let marks: Mark[] = [];
  const addMark = vi.fn<Handler<"addMark">>(({ body: { text } }) => {
    const mark = { id: `m-${marks.length}`, text, rule: null, by: "Elif Yıldız", at: "2026-03-01T10:00:00Z" };
    marks = [...marks, mark];
    return Promise.resolve(ok(mark));
  });
  const removeMark = vi.fn<Handler<"removeMark">>(({ params }) => {
    marks = marks.filter(({ id }) => id !== params.markId);
    return Promise.resolve(ok(null));
  });
  await renderApp({
    path: "/projects/atlas/requests/12",
    as: account({ company_plan: companyPlan({ plan: { name: plan } }) }),
    handlers: {
      getProject: () => Promise.resolve(ok(issueProject({ role }))),
      getRequest: () => Promise.resolve(ok(changeRequest({ marks }))),
      requestFindings: pending,
      addMark,
      removeMark,
      ...handlers,
    },
  });
  return { user: userEvent.setup(), addMark };
}
const add = async (user: ReturnType<typeof userEvent.setup>, text: string): Promise<HTMLElement> => {
  await user.click(await screen.findByRole("button", { name: "Add a mark" }));
  const dialog = await screen.findByRole("dialog", { name: "Add a mark" });
  await user.type(within(dialog).getByRole("textbox", { name: "Text of the mark" }), text);
  await user.click(within(dialog).getByRole("button", { name: "Add" }));
  return dialog;
};

test("a member adds a mark, sees it with who set it, and removes it", async () => {
  const { user, addMark } = await open();
  await add(user, " needs owner ");
  const list = await screen.findByRole("list", { name: "Marks" });
  expect(list).toHaveTextContent(/needs owner.*Set by Elif Yıldız/);
  expect(screen.queryByRole("dialog")).toBeNull();
  expect(addMark.mock.calls[0]?.[0].body).toMatchObject({ item: { kind: "request" }, text: "needs owner" });
  await user.click(within(list).getByRole("button", { name: "Remove the mark needs owner" }));
  await waitFor(() => expect(screen.queryByRole("list", { name: "Marks" })).toBeNull());
});

test("a refusal is shown in the dialog, which keeps the text", async () => {
  const { user } = await open(
    {},
    { addMark: failWith({ status: 409, code: "mark.limit", text: "Ten marks already." }) },
  );
  const dialog = await add(user, "eleventh");
  expect(await within(dialog).findByText("Ten marks already.")).toBeVisible();
  expect(within(dialog).getByRole("textbox", { name: "Text of the mark" })).toHaveValue("eleventh");
});

test.each([{ role: "Viewer" as const }, { plan: "Standard" as const }])(
  "no mark is offered to those who cannot set one: %o",
  async (part) => {
    await open(part);
    expect(await screen.findByRole("heading", { level: 1 })).toBeInTheDocument();
    // The panel with the reviewers is loaded with what would offer it.
    await screen.findByRole("complementary");
    expect(screen.queryByRole("button", { name: "Add a mark" })).toBeNull();
  },
);
