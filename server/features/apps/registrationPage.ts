/** The page that sends the form of a registration to the code host: the app's own pages send forms to this server alone. */
import { createHash } from "node:crypto";
import { type Language, formatMessage, message } from "../../messages/messages.ts";
import type { AppForm } from "../../sources/connector/appTypes.ts";

const SCRIPT = "document.forms[0].submit()";
const SCRIPT_HASH = createHash("sha256").update(SCRIPT).digest("base64");

/** Nothing is loaded. Sign-in pages of the host's own provider may follow the form, at addresses that are not known here. */
export const registrationPolicy = (action: string): string =>
  [
    "default-src 'none'",
    `script-src 'sha256-${SCRIPT_HASH}'`,
    `form-action ${new URL(action).origin} https:`,
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join("; ");

const escape = (text: string): string =>
  text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll('"', "&quot;");

export function registrationPage({ action, fields }: AppForm, language: Language): string {
  const text = (code: "app.page_title" | "app.page_continue"): string => escape(formatMessage(message(code), language));
  const inputs = Object.entries(fields).map(
    ([name, value]) => `<input type="hidden" name="${escape(name)}" value="${escape(value)}">`,
  );
  return `<!doctype html>
<html lang="${language.toLowerCase()}">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${text("app.page_title")}</title></head>
<body>
<main>
<h1>${text("app.page_title")}</h1>
<form method="post" action="${escape(action)}">${inputs.join("")}<button type="submit">${text("app.page_continue")}</button></form>
</main>
<script>${SCRIPT}</script>
</body>
</html>
`;
}
