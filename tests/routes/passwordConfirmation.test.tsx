import { render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useState } from "react";
import { I18nextProvider } from "react-i18next";
import { expect, test, vi } from "vitest";
import { ThemeFrame } from "../../src/components/ui/ThemeFrame.tsx";
import { NAMESPACES } from "../../src/i18n/resources.ts";
import { createI18n } from "../../src/i18n/i18n.ts";
import { ServicesProvider } from "../../src/routes/appContext.tsx";
import { PasswordConfirmation } from "../../src/routes/confirmation/PasswordConfirmation.tsx";
import { createPasswordPrompt } from "../../src/routes/confirmation/passwordPrompt.ts";
import type { Http } from "../../src/services/http.ts";
import { err, ok } from "../../src/services/result.ts";
import { createServices } from "../../src/services/services.ts";
import { StoreProvider } from "../../src/stores/StoreProvider.tsx";
import { createTestStore } from "../createTestStore.ts";

test("calls during the prompt wait for the same answer, and the next call prompts again", async () => {
  const question = createPasswordPrompt();
  const [first, second] = [question.ask(), question.ask()];
  expect(question.isOpen).toBe(true);
  question.answer(true);
  expect(await Promise.all([first, second])).toEqual([true, true]);
  expect(question.isOpen).toBe(false);
  const third = question.ask();
  expect(question.isOpen).toBe(true);
  question.answer(false);
  expect(await third).toBe(false);
});

test("a wrong password is reported and requested again; the right one closes the dialog", async () => {
  const sent = vi.fn<(path: string, body: unknown) => void>();
  const http = (async (_method, path, call) => {
    sent(path, call?.body);
    const isRight = JSON.stringify(call?.body) === '{"password":"right"}';
    const words = ["The password is not right"];
    return isRight
      ? ok(null)
      : err({
          kind: "http",
          status: 400,
          text: words[0] ?? "",
          code: null,
          fields: { password: words },
          requestId: null,
        });
  }) as Http;
  const question = createPasswordPrompt();
  render(
    <I18nextProvider i18n={await createI18n("en", NAMESPACES)}>
      <ThemeFrame theme="light">
        <ServicesProvider services={createServices(http)}>
          <StoreProvider store={createTestStore()}>
            <PasswordConfirmation question={question} />
          </StoreProvider>
        </ServicesProvider>
      </ThemeFrame>
    </I18nextProvider>,
  );
  expect(screen.queryByRole("dialog")).toBeNull();
  const confirmed = question.ask();
  const field = await screen.findByLabelText("Password");
  await userEvent.type(field, "wrong{Enter}");
  expect(await screen.findByText("The password is not right")).toBeInTheDocument();
  await userEvent.clear(field);
  await userEvent.type(field, "right{Enter}");
  expect(await confirmed).toBe(true);
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  expect(sent).toHaveBeenLastCalledWith("users/me/confirm/", { password: "right" });
});

test("a cancelled confirmation returns the focus to the button, which was disabled meanwhile", async () => {
  const question = createPasswordPrompt();
  function Page() {
    const [isBusy, setBusy] = useState(false);
    const press = async () => {
      setBusy(true);
      await question.ask();
      setBusy(false);
    };
    return (
      <button type="button" disabled={isBusy} onClick={() => void press()}>
        Rotate
      </button>
    );
  }
  render(
    <I18nextProvider i18n={await createI18n("en", NAMESPACES)}>
      <ThemeFrame theme="light">
        <ServicesProvider services={createServices((() => Promise.reject(new Error("nothing is sent"))) as Http)}>
          <Page />
          <StoreProvider store={createTestStore()}>
            <PasswordConfirmation question={question} />
          </StoreProvider>
        </ServicesProvider>
      </ThemeFrame>
    </I18nextProvider>,
  );
  await userEvent.tab();
  await userEvent.keyboard("{Enter}");
  await userEvent.click(await screen.findByRole("button", { name: "Cancel" }));
  await waitFor(() => expect(screen.getByRole("button", { name: "Rotate" })).toHaveFocus());
});
