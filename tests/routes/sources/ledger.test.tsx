import { screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test, vi } from "vitest";
import type { SourceLedger } from "../../../contract/sources/ledger.ts";
import { failWith, respond, type Handler, type Handlers } from "../../fixtures/handlers.ts";
import { project, sourceDetail } from "../../fixtures/projects.ts";
import { renderApp } from "../../renderApp.tsx";

const ledger = (part: Partial<SourceLedger> = {}): SourceLedger => ({
  source: "t-atlas",
  state: "done",
  done: 20,
  total: 20,
  text: null,
  needs_access: false,
  counted_at: "2026-11-21T10:00:00.000Z",
  counts: [
    {
      kind: "issues",
      host: 12_431,
      precision: "exact",
      held: 12_422,
      left_out: [],
      unreadable: { count: 0, examples: [] },
      refused: 0,
      missing: 9,
      extra: 0,
    },
  ],
  is_outdated: false,
  sampled: 20,
  differences: [],
  ...part,
});
const equal = ledger({ counts: ledger().counts.map((count) => ({ ...count, held: 12_431, missing: 0 })) });
const path = "/projects/atlas/sources";
const host = (role: "Owner" | "Developer" = "Owner"): Handlers => ({
  getProject: respond(project({ role })),
  listSources: respond([sourceDetail()]),
});
const card = async () => within(await screen.findByRole("region", { name: /^Comparison of .+ with its host$/ }));

test("a user compares a source and sees how it goes, until the new result is there", async () => {
  let present = ledger();
  const compare = vi.fn<Handler<"compareSource">>(async () => {
    present = ledger({ state: "queued", done: 0, total: null });
    return respond(present)();
  });
  const handlers: Handlers = { ...host(), listLedgers: async () => respond([present])(), compareSource: compare };
  await renderApp({ handlers, path });
  const shown = await card();
  expect(shown.getByText("9 issues are missing: the next sync reads them.")).toBeVisible();
  await userEvent.click(shown.getByRole("button", { name: /^Compare now: / }));
  expect(compare).toHaveBeenCalledTimes(1);
  expect(await shown.findByText("The comparison with the host begins soon.")).toBeVisible();
  // It keeps the focus, and does nothing.
  expect(shown.getByRole("button", { name: /^Compare now: / })).toHaveFocus();
  await userEvent.keyboard("{Enter}");
  expect(compare).toHaveBeenCalledTimes(1);
  present = ledger({ state: "waiting", text: "Waiting for the rate limit of the host until 10:15 UTC." });
  expect(await shown.findByText(/until 10:15 UTC/, {}, { timeout: 5000 })).toBeVisible();
  present = equal;
  expect(
    await shown.findByText(/Everything that the host has is here: 12,431 issues\./, {}, { timeout: 5000 }),
  ).toBeVisible();
  expect(shown.queryByText(/missing:/)).toBeNull();
}, 20_000);

test("a refused comparison shows why", async () => {
  const refused = failWith({ status: 409, text: "A comparison of this source is running already." });
  await renderApp({ handlers: { ...host(), listLedgers: respond([equal]), compareSource: refused }, path });
  await userEvent.click((await card()).getByRole("button", { name: /^Compare now: / }));
  expect(await screen.findByText("A comparison of this source is running already.")).toBeVisible();
});

test("a Developer reads the ledger and has no button", async () => {
  await renderApp({ handlers: { ...host("Developer"), listLedgers: respond([equal]) }, path });
  const shown = await card();
  expect(shown.getByText(/Everything that the host has is here/)).toBeVisible();
  expect(shown.queryByRole("button")).toBeNull();
});

test("a paused source is not read: it has no button", async () => {
  const paused = respond([sourceDetail({ paused_at: "2026-11-21T10:00:00.000Z" })]);
  await renderApp({ handlers: { ...host(), listSources: paused, listLedgers: respond([equal]) }, path });
  expect((await card()).queryByRole("button")).toBeNull();
});
