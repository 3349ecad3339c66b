/** A group of failed parts: reasons that differ, parts that load again one by one, and dialogs over the page. */
import { render, screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import type { ReactNode } from "react";
import { I18nextProvider } from "react-i18next";
import { expect, test, vi } from "vitest";
import { Dialog } from "../../../src/components/ui/Dialog.tsx";
import { Drawer } from "../../../src/components/ui/Drawer.tsx";
import { createI18n } from "../../../src/i18n/i18n.ts";
import { NAMESPACES } from "../../../src/i18n/resources.ts";
import { FailureGroup } from "../../../src/routes/failures/FailureGroup.tsx";
import { QueryFailure } from "../../../src/routes/failures/QueryFailure.tsx";
import { StoreProvider } from "../../../src/stores/StoreProvider.tsx";
import { createTestStore } from "../../createTestStore.ts";
import { apiError } from "../../fixtures/handlers.ts";

const words = await createI18n("en", NAMESPACES);
const store = createTestStore();
const page = (children: ReactNode) => (
  <StoreProvider store={store}>
    <I18nextProvider i18n={words}>
      <FailureGroup>{children}</FailureGroup>
    </I18nextProvider>
  </StoreProvider>
);

const FORBIDDEN = apiError({ status: 403, text: "Admins alone may see this." });
const BROKEN = apiError({ status: 500, text: "Something went wrong." });
interface PartProps {
  error: typeof BROKEN | null;
  isLoading?: boolean;
  onRetry?: () => void;
}
const Part = ({ error, isLoading = false, onRetry = () => undefined }: PartProps) => (
  <QueryFailure query={{ error, isLoading, refetch: onRetry }} />
);
const message = () => screen.getByRole("alert");

test("parts that failed for different reasons: each reason once", () => {
  render(
    page(
      <>
        <Part error={FORBIDDEN} />
        <Part error={BROKEN} />
        <Part error={BROKEN} />
      </>,
    ),
  );
  expect(message()).toHaveTextContent(/Admins alone may see this\.\s*Something went wrong\./);
  expect(within(message()).getAllByText(/Something went wrong/)).toHaveLength(1);
  expect(message().textContent.match(/Something went wrong/g)).toHaveLength(1);
});

test("a part that loads again keeps its place, so that the message does not change", () => {
  const parts = (isLoading: boolean) =>
    page(
      <>
        <Part error={FORBIDDEN} isLoading={isLoading} />
        <Part error={BROKEN} />
      </>,
    );
  const { rerender } = render(parts(false));
  const { textContent: before } = message();
  rerender(parts(true));
  rerender(parts(false));
  expect(message().textContent).toBe(before);
});

test("a part that is removed leaves the group", () => {
  const { rerender } = render(
    page(
      <>
        <Part error={FORBIDDEN} />
        <Part key="second" error={BROKEN} />
      </>,
    ),
  );
  expect(screen.getAllByText("Not loaded")).toHaveLength(2);
  rerender(page(<Part error={FORBIDDEN} />));
  expect(screen.queryByText("Not loaded")).toBeNull();
  expect(screen.getAllByRole("button", { name: "Retry" })).toHaveLength(1);
});

test.each([
  ["dialog", Dialog],
  ["drawer", Drawer],
])("a part in a %s reports its own failure there, with its own Retry", async (_layer, Layer) => {
  const onRetry = vi.fn<() => void>();
  render(
    page(
      <>
        <Part error={FORBIDDEN} />
        <Layer isOpen title="Edit" onClose={() => undefined}>
          <Part error={BROKEN} onRetry={onRetry} />
        </Layer>
      </>,
    ),
  );
  const dialog = await screen.findByRole("dialog", { name: "Edit" });
  expect(within(dialog).getByText("Something went wrong.")).toBeInTheDocument();
  await userEvent.click(within(dialog).getByRole("button", { name: "Retry" }));
  expect(onRetry).toHaveBeenCalledOnce();
  expect(screen.queryByText("Not loaded")).toBeNull();
});
