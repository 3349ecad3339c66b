/** The mails of the product: the facts of each, and its texts as messages in their order. */
import { type Message, message, verbatim } from "../messages/messages.ts";
import { type DigestOpening, openingOf, wordedBy } from "./digestParagraphs.ts";

/** What has happened to the second factors of an account. */
export type FactorChange =
  "passkey_added" | "passkey_removed" | "app_added" | "app_removed" | "codes_renewed" | "code_used" | "reset";

interface FactsByKind {
  /** The six digits that prove an address. */
  readonly verification: {
    readonly name: string;
    readonly company: string;
    readonly code: string;
    readonly minutes: number;
  };
  /** A registration with an address that has an account: only its owner learns that the account exists. */
  readonly accountExists: { readonly signIn: string; readonly forgot: string };
  readonly passwordReset: { readonly name: string; readonly link: string; readonly minutes: number };
  readonly passwordChanged: { readonly name: string; readonly at: Date; readonly forgot: string };
  /** A sign-in on a device for the first time. */
  readonly newDevice: {
    readonly name: string;
    readonly device: Message;
    /** Empty where it is unknown. */
    readonly network: string;
    readonly at: Date;
    readonly link: string;
  };
  /** A personal API token was created. */
  readonly tokenCreated: {
    readonly name: string;
    readonly token: string;
    readonly at: Date;
    readonly expires: Date;
    readonly link: string;
  };
  /** A personal API token ends soon. */
  readonly tokenExpiring: {
    readonly name: string;
    readonly token: string;
    readonly expires: Date;
    readonly link: string;
  };
  /** `by` is null when the operator invites. */
  readonly companyInvitation: {
    readonly by: string | null;
    readonly company: string;
    readonly link: string;
    readonly expires: Date;
  };
  readonly projectInvitation: {
    readonly by: string;
    readonly company: string;
    readonly project: string;
    readonly link: string;
    readonly expires: Date;
  };
  /** A user of the company was added to a project. */
  readonly projectAdded: {
    readonly name: string;
    readonly by: string;
    readonly project: string;
    readonly link: string;
  };
  readonly secondFactorChanged: {
    readonly name: string;
    readonly at: Date;
    readonly change: FactorChange;
    /** The Admin who has reset them; else the owner. */
    readonly by: string;
    readonly settings: string;
  };
  /** An Admin tests the mail server. */
  readonly setupTest: { readonly name: string; readonly link: string };
  /** What concerns the receiver, since the last mail or the last day. */
  readonly notices: {
    readonly name: string;
    readonly isDigest: boolean;
    readonly count: number;
    /** The first sentence, which is the subject where it is the only one. */
    readonly first: string;
    readonly opening: DigestOpening;
    readonly sections: readonly EmailSection[];
    /** Further ones that are not listed. */
    readonly others: number;
    readonly all: string;
    readonly settings: string;
  };
  /** The trial of the receiver's company ends soon. */
  readonly trialEnding: {
    readonly name: string;
    readonly company: string;
    readonly plan: string;
    readonly ends: Date;
    /** The plan to which it returns; null: the company has expired then. */
    readonly before: string | null;
    /** Sentences of what is lost, in the language of the mail. */
    readonly losses: readonly string[];
    readonly link: string;
  };
  /** An invoice or a credit note of the receiver's company was issued; its PDF is attached. */
  readonly invoiceIssued: {
    /** Empty for an address that is no user's. */
    readonly name: string;
    readonly company: string;
    readonly number: string;
    readonly isCredit: boolean;
    readonly amount: string;
    readonly days: string;
    readonly due: string | null;
    readonly link: string;
  };
  /** The week of the receiver, by what they did and what waits for them. */
  readonly weekly: {
    readonly name: string;
    readonly opening: DigestOpening;
    readonly sections: readonly EmailSection[];
    readonly home: string;
    readonly settings: string;
  };
}

export interface EmailLine {
  readonly text: string;
  /** Left out: it is no link. */
  readonly url?: string;
}

/** Lines below a heading; without one if it is empty. */
export interface EmailSection {
  readonly title: string;
  readonly lines: readonly EmailLine[];
}

export type EmailKind = keyof FactsByKind;
export type EmailFacts<K extends EmailKind> = FactsByKind[K];

/** The contents of a mail, before language and layout. */
export interface EmailContents {
  readonly subject: Message;
  readonly paragraphs: readonly Message[];
  readonly sections?: readonly EmailSection[];
  /** Shown large, alone on its line. */
  readonly code?: string;
  readonly action?: { readonly label: Message; readonly url: string };
  /** What to do when this was not meant for the reader, or when it ends. */
  readonly after: readonly Message[];
}

/** @param textOf the text of a time in the language of the mail */
type EmailTemplate<K extends EmailKind> = (facts: EmailFacts<K>, textOf: (time: Date) => string) => EmailContents;

/** The sentence of each change that its owner makes. */
const FACTOR_CHANGES = {
  passkey_added: "email.second_factor.passkey_added",
  passkey_removed: "email.second_factor.passkey_removed",
  app_added: "email.second_factor.app_added",
  app_removed: "email.second_factor.app_removed",
  codes_renewed: "email.second_factor.codes_renewed",
  code_used: "email.second_factor.code_used",
} as const;

const hello = (name: string): Message => message("email.hello", { name });

export const EMAIL_TEMPLATES: { readonly [K in EmailKind]: EmailTemplate<K> } = {
  verification: ({ name, company, code, minutes }) => ({
    subject: message("email.verification.subject"),
    paragraphs: [hello(name), message("email.verification.intro", { company })],
    code,
    after: [message("email.verification.after", { minutes })],
  }),
  accountExists: ({ signIn, forgot }) => ({
    subject: message("email.account_exists.subject"),
    paragraphs: [message("email.hello_unnamed"), message("email.account_exists.intro")],
    action: { label: message("email.account_exists.action"), url: signIn },
    after: [message("email.account_exists.forgot", { forgot }), message("email.account_exists.after")],
  }),
  passwordReset: ({ name, link, minutes }) => ({
    subject: message("email.password_reset.subject"),
    paragraphs: [hello(name), message("email.password_reset.intro")],
    action: { label: message("email.password_reset.action"), url: link },
    after: [message("email.password_reset.validity", { minutes }), message("email.password_reset.after")],
  }),
  passwordChanged: ({ name, at, forgot }, textOf) => ({
    subject: message("email.password_changed.subject"),
    paragraphs: [hello(name), message("email.password_changed.intro", { time: textOf(at) })],
    after: [message("email.password_changed.after", { forgot })],
  }),
  secondFactorChanged: ({ name, at, change, by, settings }, textOf) => ({
    subject: message("email.second_factor.subject"),
    paragraphs: [
      hello(name),
      change === "reset"
        ? message("email.second_factor.reset", { by, time: textOf(at) })
        : message(FACTOR_CHANGES[change], { time: textOf(at) }),
    ],
    after: [message("email.second_factor.after", { settings })],
  }),
  newDevice: ({ name, device, network, at, link }, textOf) => ({
    subject: message("email.new_device.subject"),
    paragraphs: [
      hello(name),
      network === ""
        ? message("email.new_device.intro", { device, time: textOf(at) })
        : message("email.new_device.intro_network", { device, network, time: textOf(at) }),
    ],
    action: { label: message("email.new_device.action"), url: link },
    after: [message("email.new_device.after")],
  }),
  tokenCreated: ({ name, token, at, expires, link }, textOf) => ({
    subject: message("email.token_created.subject", { token }),
    paragraphs: [
      hello(name),
      message("email.token_created.intro", { token, time: textOf(at), expires: textOf(expires) }),
    ],
    action: { label: message("email.token.action"), url: link },
    after: [message("email.token_created.after")],
  }),
  tokenExpiring: ({ name, token, expires, link }, textOf) => ({
    subject: message("email.token_expiring.subject", { token }),
    paragraphs: [hello(name), message("email.token_expiring.intro", { token, expires: textOf(expires) })],
    action: { label: message("email.token.action"), url: link },
    after: [message("email.token_expiring.after")],
  }),
  companyInvitation: ({ by, company, link, expires }, textOf) => ({
    subject: message("email.company_invitation.subject", { company }),
    paragraphs: [
      message("email.hello_unnamed"),
      by === null
        ? message("email.company_invitation.by_operator", { company })
        : message("email.company_invitation.by_person", { by, company }),
    ],
    action: { label: message("email.invitation.action"), url: link },
    after: [message("email.invitation.after", { time: textOf(expires) })],
  }),
  projectInvitation: ({ by, company, project, link, expires }, textOf) => ({
    subject: message("email.project_invitation.subject", { project }),
    paragraphs: [message("email.hello_unnamed"), message("email.project_invitation.intro", { by, company, project })],
    action: { label: message("email.invitation.action"), url: link },
    after: [message("email.invitation.after", { time: textOf(expires) })],
  }),
  projectAdded: ({ name, by, project, link }) => ({
    subject: message("email.project_added.subject", { project }),
    paragraphs: [hello(name), message("email.project_added.intro", { by, project })],
    action: { label: message("email.project_added.action"), url: link },
    after: [],
  }),
  setupTest: ({ name, link }) => ({
    subject: message("email.setup_test.subject"),
    paragraphs: [hello(name), message("email.setup_test.intro")],
    action: { label: message("email.setup_test.action"), url: link },
    after: [],
  }),
  notices: ({ name, isDigest, count, first, opening, sections, others, all, settings }) => ({
    subject: isDigest
      ? message("email.notices.digest_subject", { count })
      : count === 1
        ? verbatim(first)
        : message("email.notices.subject", { count }),
    paragraphs: [
      hello(name),
      message(isDigest ? "email.notices.digest_intro" : "email.notices.intro"),
      ...openingOf(opening),
    ],
    sections,
    action: { label: message("email.notices.action"), url: all },
    after: [
      ...(others > 0 ? [message("email.notices.others", { others })] : []),
      ...wordedBy(opening),
      message("email.notices.settings", { settings }),
    ],
  }),
  trialEnding: ({ name, company, plan, ends, before, losses, link }, textOf) => ({
    subject: message("email.trial_ending.subject", { plan, day: ends.toISOString().slice(0, 10) }),
    paragraphs: [
      hello(name),
      before === null
        ? message("email.trial_ending.expires", { plan, company, time: textOf(ends) })
        : message("email.trial_ending.returns", { plan, company, time: textOf(ends), before }),
      ...(before === null || losses.length === 0 ? [] : [message("email.trial_ending.losses", { before })]),
    ],
    sections: before === null || losses.length === 0 ? [] : [{ title: "", lines: losses.map((text) => ({ text })) }],
    action: { label: message("email.trial_ending.action"), url: link },
    after: [message("email.trial_ending.after")],
  }),
  invoiceIssued: ({ name, company, number, isCredit, amount, days, due, link }) => ({
    subject: isCredit
      ? message("email.invoice_issued.credit_subject", { number })
      : message("email.invoice_issued.subject", { number }),
    paragraphs: [
      name === "" ? message("email.hello_unnamed") : hello(name),
      isCredit
        ? message("email.invoice_issued.credit_intro", { company, number, amount, days })
        : message("email.invoice_issued.intro", { company, number, amount, days }),
      ...(due === null ? [] : [message("email.invoice_issued.due", { day: due })]),
    ],
    action: { label: message("email.invoice_issued.action"), url: link },
    after: [],
  }),
  weekly: ({ name, opening, sections, home, settings }) => ({
    subject: message("email.weekly.subject"),
    paragraphs: [hello(name), message("email.weekly.intro"), ...openingOf(opening)],
    sections,
    action: { label: message("email.weekly.action"), url: home },
    after: [...wordedBy(opening), message("email.notices.settings", { settings })],
  }),
};
