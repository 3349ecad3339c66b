/** The export of data, in the settings of a company. */
import { screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, expect, test, vi } from "vitest";
import { failWith, type Handler, respond, respondOther } from "../../fixtures/handlers.ts";
import { project } from "../../fixtures/projects.ts";
import { renderApp } from "../../renderApp.tsx";

afterEach(() => {
  vi.restoreAllMocks();
});

test("an Admin downloads the chosen tables one after the other, and sees why one was refused", async () => {
  const saved = vi.spyOn(URL, "createObjectURL").mockReturnValue("blob:rows");
  const load = vi.fn<Handler<"exportTable">>((request) =>
    request.params.table === "reviews"
      ? failWith({ status: 429, text: "A file of this company is being exported." })()
      : respondOther(new Blob(["rows"]))(),
  );
  await renderApp({
    path: "/settings/export",
    handlers: { exportTable: load, listProjects: respond([project({ slug: "atlas", name: "Atlas" })]) },
  });
  await userEvent.click(await screen.findByRole("checkbox", { name: "Reviews" }));
  await userEvent.click(screen.getByRole("checkbox", { name: "People" }));
  await userEvent.selectOptions(screen.getByRole("combobox", { name: "Project" }), "Atlas");
  await userEvent.click(screen.getByRole("button", { name: "Export" }));
  expect(await screen.findByText("A file of this company is being exported.")).toBeInTheDocument();
  // The rest does not follow a table that was refused.
  await waitFor(() =>
    expect(load.mock.calls.map(([{ params }]) => params)).toEqual([{ table: "issues" }, { table: "reviews" }]),
  );
  expect(load.mock.calls[0]?.[0].query).toMatchObject({ format: "parquet", project: ["atlas"] });
  expect(saved).toHaveBeenCalledOnce();
});

test("an Admin downloads all tables as one zip", async () => {
  const saved = vi.spyOn(URL, "createObjectURL").mockReturnValue("blob:zip");
  const load = vi.fn<Handler<"exportArchive">>(() => respondOther(new Blob(["zip"]))());
  await renderApp({ path: "/settings/export", handlers: { exportArchive: load, listProjects: respond([]) } });
  await userEvent.click(await screen.findByRole("button", { name: "All tables as a zip" }));
  expect(await screen.findByText("Saved: clew-tables.zip")).toBeInTheDocument();
  expect(load.mock.calls[0]?.[0].query).toMatchObject({ format: "parquet" });
  expect(saved).toHaveBeenCalledOnce();
});
