/** English texts about apps at code hosts, as ICU MessageFormat. */
export const ENGLISH_APPS = {
  "app.address": "Give the address of the server alone (such as https://github.example.org).",
  "app.key_refused":
    "{host} does not accept the key of the app {app} any more. An Admin of the company removes the app in Settings > Apps and registers a new one.",
  "app.key_unusable": "The host gave the app a private key that cannot sign.",
  "app.limit": "A company has at most {max} apps. Remove one first.",
  "app.not_found": "There is no such app.",
  "app.organization": "Give the name of the organisation as it is in its address: letters, digits and hyphens.",
  "app.page_continue": "Continue to the code host",
  "app.page_title": "Register an app for Clew",
  "app.permissions":
    "{account} has not granted the app {app} everything that reading needs: code, issues and pull requests. Its owner approves the permissions at the host.",
  "app.removed":
    "The app that this source was read with has been removed from Clew. Change the access of the source. What was read stays.",
  "app.suspended":
    "{account} has suspended the app {app}. Its owner resumes it at the host, or the source gets other access. What was read stays.",
  "app.too_many_installations": "The app has more installations than can be read.",
  "app.uninstalled":
    "{account} has uninstalled the app {app}. Install it again and choose the new installation as the access of the source. What was read stays.",
  "app.unknown_installation": "There is no such installation of an app that you may link sources with.",
  "app.unsupported": "Apps cannot be registered at this provider.",
} as const;
