/** Whose receivers: a project by its slug, or the company itself by its id. */
export type WebhookOwner = { readonly project: string } | { readonly company: string };
