import { ImportMapping } from "../../../contract/sources/imports.ts";
import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test, vi } from "vitest";
import { err, ok } from "../../../src/services/result.ts";
import { type Handler, apiError, respond } from "../../fixtures/handlers.ts";
import { companyPlan, user } from "../../fixtures/people.ts";
import { project, sourceDetail, tracker } from "../../fixtures/projects.ts";
import { renderApp, settle } from "../../renderApp.tsx";
import { chooseFromMenu } from "../chooseFromMenu.ts";

const custom = {
  id: "t-help",
  project: "atlas",
  name: "Helpdesk",
  link_template: "https://help.example.org/t/{id}",
  holds: ["issue" as const, "request" as const],
  items: { issue: 0, request: 0, page: 0 },
  cursor: null,
  run: null,
  imported_at: null,
  mapping: null,
};

test("a file is read, its ambiguous dates are asked, its rows are sent, and its columns are remembered", async () => {
  const importItems = vi.fn<Handler<"importItems">>(({ body }) => {
    const items = body.items ?? [];
    if (items.some(({ id }) => id === "3"))
      return Promise.resolve(
        err(apiError({ status: 400, text: "no", fields: { "items -> 2 -> title": ["Not this one"] } })),
      );
    return Promise.resolve(
      ok({ new: items.length, changed: 0, unchanged: 0, older: 0, deleted: 0, cursor: body.cursor ?? null }),
    );
  });
  const keepImportMapping = vi.fn<Handler<"keepImportMapping">>(respond(null));
  await renderApp({
    as: user({ company_plan: companyPlan({ plan: { name: "Enterprise" } }) }),
    handlers: {
      getProject: respond(project({ trackers: [tracker({ id: "t-help", provider: "custom", name: "Helpdesk" })] })),
      listSources: respond([sourceDetail({ id: "t-help", kind: "tracker" })]),
      getImport: respond(custom),
      importItems,
      keepImportMapping,
    },
    path: "/projects/atlas/sources",
  });
  // The menu has it once the details of the source are there.
  await screen.findByRole("button", { name: "Import into Helpdesk" });
  await settle();
  await chooseFromMenu(await screen.findByRole("button", { name: "Actions for Helpdesk" }), "Import a file…");
  const dialog = within(await screen.findByRole("dialog", { name: "Import a file into Helpdesk" }));
  const input = await dialog.findByLabelText("Choose a file", { selector: "input" });
  await userEvent.upload(input, new File([""], "empty.csv", { type: "text/csv" }));
  expect(await dialog.findByText("The file has no rows.")).toBeVisible();

  const content =
    "id;title;created;status\n1;One;3/4/2026;Open\n2;Two;4/5/2026;Erledigt\n3;Three;5/6/2026;Open\n;Four;5/6/2026;Open\n";
  const again = dialog.getByLabelText("Choose a file", { selector: "input" });
  await userEvent.upload(again, new File([content], "tickets.csv", { type: "text/csv" }));
  expect(await dialog.findByText("4 rows of tickets.csv")).toBeVisible();
  expect(dialog.getByText("CSV separated by semicolons, UTF-8")).toBeVisible();
  expect(dialog.getByRole("combobox", { name: "What the column created is" })).toHaveDisplayValue("Created");
  // Nothing is guessed: the import waits for the answer.
  expect(dialog.getByRole("button", { name: "Import" })).toBeDisabled();
  expect(dialog.getByText(/Still needed: which number of a date is the day/)).toBeVisible();
  expect(dialog.getByRole("button", { name: "Import" })).toHaveAccessibleDescription(/Still needed: which number/);
  expect(dialog.queryByRole("button", { name: "Download the mapping" })).toBeNull();
  expect(dialog.getByText(/Row 2, column created: “3\/4\/2026” can be read in two ways/)).toBeVisible();
  await userEvent.click(dialog.getByRole("radio", { name: /The first: / }));
  await userEvent.selectOptions(dialog.getByRole("combobox", { name: "What Erledigt means" }), "Closed");
  expect(dialog.getByRole("row", { name: /^3 2 Two Closed/ })).toBeVisible();
  expect(dialog.getByText("Row 5, column id: This value is needed.")).toBeVisible();

  // The file that `clew import --map` reads.
  const made = vi.spyOn(URL, "createObjectURL").mockReturnValue("blob:mapping");
  await userEvent.click(dialog.getByRole("button", { name: "Download the mapping" }));
  const [written] = made.mock.calls[0] ?? [];
  if (!(written instanceof Blob)) throw new Error("Nothing was written.");
  expect(ImportMapping.parse(JSON.parse(await written.text()))).toMatchObject({
    kind: "issue",
    day_order: "day_first",
  });
  made.mockRestore();

  await userEvent.click(dialog.getByRole("button", { name: "Import" }));
  expect(await dialog.findByText(/The file is imported/)).toBeVisible();
  expect(keepImportMapping.mock.calls[0]?.[0].body).toMatchObject({
    kind: "issue",
    day_order: "day_first",
    states: [
      { value: "Open", state: "open" },
      { value: "Erledigt", state: "closed" },
    ],
  });
  const stored = importItems.mock.calls.at(-2)?.[0].body.items;
  expect(stored).toMatchObject([
    { id: "1", state: "open", created_at: "2026-04-03T00:00:00.000Z" },
    { id: "2", state: "closed", created_at: "2026-05-04T00:00:00.000Z" },
  ]);
  expect(dialog.getAllByRole("listitem").map((one) => one.textContent)).toEqual([
    "Row 5, column id: This value is needed.",
    "Row 4: title: Not this one",
  ]);
  expect(dialog.getByText("Row 5, column id: This value is needed.")).toBeVisible();
  const saved = vi.spyOn(URL, "createObjectURL").mockReturnValue("blob:rows");
  await userEvent.click(dialog.getByRole("button", { name: "Download the refused rows" }));
  await waitFor(() => expect(saved).toHaveBeenCalledOnce());
});

test("another file is chosen and closed without a question, as nothing was entered for it", async () => {
  await renderApp({
    as: user({ company_plan: companyPlan({ plan: { name: "Enterprise" } }) }),
    handlers: {
      getProject: respond(project({ trackers: [tracker({ id: "t-help", provider: "custom", name: "Helpdesk" })] })),
      listSources: respond([sourceDetail({ id: "t-help", kind: "tracker" })]),
      getImport: respond(custom),
    },
    path: "/projects/atlas/sources",
  });
  await screen.findByRole("button", { name: "Import into Helpdesk" });
  await settle();
  await chooseFromMenu(await screen.findByRole("button", { name: "Actions for Helpdesk" }), "Import a file…");
  const dialog = within(await screen.findByRole("dialog", { name: "Import a file into Helpdesk" }));
  const upload = async (content: string, name: string): Promise<void> => {
    const input = await dialog.findByLabelText("Choose a file", { selector: "input" });
    await userEvent.upload(input, new File([content], name, { type: "text/csv" }));
    expect(await dialog.findByText(`1 row of ${name}`)).toBeVisible();
  };
  await upload("id;title;created;status\n1;One;2026-04-03;Open\n", "first.csv");
  await userEvent.click(dialog.getByRole("button", { name: "Another file" }));
  await upload("number;subject;opened\n1;One;2026-04-03\n", "second.csv");
  await userEvent.keyboard("{Escape}");
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
});
