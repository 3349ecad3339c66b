/** The mails of the product. Each mail is a record of facts; the texts are in the files of the two languages. */
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
  /** An Admin tests the mail server. */
  readonly setupTest: { readonly name: string; readonly link: string };
  /** What concerns the receiver, since the last mail or the last day. */
  readonly notices: {
    readonly name: string;
    readonly isDigest: boolean;
    readonly count: number;
    /** The first sentence, which is the subject where it is the only one. */
    readonly first: string;
    readonly sections: readonly EmailSection[];
    /** Further ones that are not listed. */
    readonly others: number;
    readonly all: string;
    readonly settings: string;
  };
}

export interface EmailLine {
  readonly text: string;
  readonly url: string;
}

/** Lines below a heading; without one if it is empty. */
export interface EmailSection {
  readonly title: string;
  readonly lines: readonly EmailLine[];
}

export type EmailKind = keyof FactsByKind;
export type EmailFacts<K extends EmailKind> = FactsByKind[K];

/** The contents of a mail, before layout. */
export interface EmailText {
  readonly subject: string;
  readonly paragraphs: readonly string[];
  readonly sections?: readonly EmailSection[];
  /** Shown large, alone on its line. */
  readonly code?: string;
  readonly action?: { readonly label: string; readonly url: string };
  /** What to do when this was not meant for the reader, or when it ends. */
  readonly after: readonly string[];
}

export type EmailTemplates = { readonly [K in EmailKind]: (facts: EmailFacts<K>) => EmailText };

/** A time in the format of a language, in UTC, with the zone's name. */
export const moment = (at: Date, locale: string): string =>
  new Intl.DateTimeFormat(locale, { dateStyle: "long", timeStyle: "short", timeZone: "UTC" }).format(at);
