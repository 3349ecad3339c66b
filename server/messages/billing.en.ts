/** English texts of invoices, as ICU MessageFormat. */
export const ENGLISH_BILLING = {
  "invoice.not_found": "There is no such invoice with a file of this server.",
  "invoice.title": "Invoice",
  "invoice.credit_title": "Credit note",
  "invoice.number": "Number",
  "invoice.issued": "Date of issue",
  "invoice.due": "Payable until",
  "invoice.period": "Period",
  "invoice.about": "For invoice",
  "invoice.from": "From",
  "invoice.to": "To",
  "invoice.tax_id": "Tax number: {id}",
  "invoice.description": "Description",
  "invoice.amount": "Amount",
  "invoice.net": "Net amount",
  "invoice.tax": "Tax ({rate})",
  "invoice.gross": "Total",
  "invoice.page": "Page {page} of {pages}",
  "invoice.days": "{from} to {to}",
  "invoice.row.monthly": "Plan {plan}, one month",
  "invoice.row.yearly": "Plan {plan}, one year",
  "invoice.row.seats":
    "{seats, plural, one {One more seat} other {# more seats}} at {each} ({used} used, {included} included)",
  "invoice.row.discount": "Discount: {name}",
  "invoice.row.credit": "Credit: {name}",
  "invoice.row.unused": "Plan {plan}, not used: {days} of {of, plural, one {one day} other {# days}}",
  "invoice.row.rest": "Plan {plan}, {days} of {of, plural, one {one day} other {# days}}",
  "notice.kind_trial_ending": "trials that end",
  "notice.trial_ending": "The trial of the plan {plan} ends on {ends, date, long}",
  "notice.trial_returns":
    "The trial of the plan {plan} ends on {ends, date, long}, and the company returns to the plan {before}",
  "email.trial_ending.subject": "The trial of {plan} ends on {day}",
  "email.trial_ending.returns":
    "the trial of the plan {plan} for {company} ends on {time}. The company then returns to the plan {before}. Nothing is deleted.",
  "email.trial_ending.expires":
    "the trial of the plan {plan} for {company} ends on {time}. From then on the company can only open its plan and its invoices. Nothing is deleted, and all of it works again with a plan.",
  "email.trial_ending.losses": "What the company loses with {before}",
  "email.trial_ending.action": "Open the plan",
  "email.trial_ending.after": "To keep the plan, or for more time, reply to your contact or ask for support in Clew.",
  "email.invoice_issued.subject": "Invoice {number}",
  "email.invoice_issued.credit_subject": "Credit note {number}",
  "email.invoice_issued.intro":
    "the invoice {number} for {company} was issued: {amount}, for {days}. It is attached as a PDF.",
  "email.invoice_issued.credit_intro":
    "the credit note {number} for {company} was issued: {amount}, for {days}. It is attached as a PDF.",
  "email.invoice_issued.due": "It is payable until {day}.",
  "email.invoice_issued.action": "Open the invoices",
  "invoice.reference": "Your reference: {reference}",
  "plan_loss.projects":
    "{used, plural, one {One project, and {allowed} is allowed: it is kept, and no other can be created.} other {# projects, and {allowed} is allowed: all are kept, and no other can be created.}}",
  "plan_loss.sources":
    "{used, plural, one {One data source, and {allowed} are allowed: it is kept and synced, and no other can be linked.} other {# data sources, and {allowed} are allowed: all are kept and synced, and no other can be linked.}}",
  "plan_loss.mcp_tokens":
    "{used, plural, one {One MCP token is kept, and its calls are refused.} other {# MCP tokens are kept, and their calls are refused.}}",
  "plan_loss.insight_targets":
    "{used, plural, one {One target of Insights is kept and hidden.} other {# targets of Insights are kept and hidden.}}",
  "plan_loss.insight_annotations":
    "{used, plural, one {One annotation of Insights is kept and hidden.} other {# annotations of Insights are kept and hidden.}}",
  "plan_loss.dashboards":
    "{used, plural, one {One dashboard is kept and hidden.} other {# dashboards are kept and hidden.}}",
  "plan_loss.reports":
    "{used, plural, one {One report is kept and not sent.} other {# reports are kept and not sent.}}",
  "plan_loss.own_metrics":
    "{used, plural, one {One own metric is kept and hidden.} other {# own metrics are kept and hidden.}}",
  "plan_loss.rules":
    "{used, plural, one {One rule is kept and does not act.} other {# rules are kept and do not act.}}",
  "plan_loss.custom_sources":
    "{used, plural, one {One custom source is kept and can be searched; imports to it are refused.} other {# custom sources are kept and can be searched; imports to them are refused.}}",
  "plan_loss.sso_providers":
    "{used, plural, one {One identity provider is kept, and sign-in by it is refused.} other {# identity providers are kept, and sign-in by them is refused.}} Passwords are accepted.",
  "plan_loss.directory_tokens":
    "{used, plural, one {One token of the directory is kept, and its calls are refused.} other {# tokens of the directory are kept, and their calls are refused.}}",
  "plan_loss.document_explorer": "The document explorer is hidden.",
  "plan_loss.expert_recommender": "The expert recommender and the knowledge map are hidden.",
  "plan_loss.ide_extensions": "IDE extensions are not included.",
  "plan_loss.insights": "Insights are hidden.",
  "plan_loss.on_premise": "On-premise deployment is not included.",
  "plan_loss.account_manager": "A dedicated account manager is not included.",
} as const;
