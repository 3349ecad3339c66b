/** The PDF of an invoice. The same invoice gives the same bytes. */
import type { InvoiceContent, InvoiceRow, Party } from "../../../contract/billing/invoices.ts";
import { formatMessage, message, type Language, type Message } from "../../messages/messages.ts";
import { oneLine } from "../../messages/oneLine.ts";
import { fontFile, PdfText } from "./PdfText.ts";

export interface PrintedInvoice {
  readonly number: string;
  readonly kind: "invoice" | "credit_note";
  readonly issued: Date;
  readonly due: Date | null;
  readonly content: InvoiceContent;
}

/** Points of A4. */
const WIDTH = 595.28;
const HEIGHT = 841.89;
const MARGIN = 50;
const RIGHT = WIDTH - MARGIN;
/** Below it is the number of the page. */
const BOTTOM = HEIGHT - 70;
const LINE = 14;
const AMOUNT_WIDTH = 120;
const PARTY_WIDTH = 220;
const LOCALES = { EN: "en-GB", TR: "tr-TR" } as const;

/** An amount with its currency as three letters. */
export const moneyInWords = (cents: number, currency: string, language: Language): string =>
  new Intl.NumberFormat(LOCALES[language], { style: "currency", currency, currencyDisplay: "code" })
    .format(cents / 100)
    .replaceAll(/\s/g, " ");

/** A day in UTC. */
export const dayInWords = (at: Date, language: Language): string =>
  new Intl.DateTimeFormat(LOCALES[language], { dateStyle: "long", timeZone: "UTC" }).format(at);

function rowText(row: InvoiceRow, { currency, language }: InvoiceContent): Message {
  switch (row.kind) {
    case "plan":
      return row.period === "monthly"
        ? message("invoice.row.monthly", { plan: row.plan })
        : message("invoice.row.yearly", { plan: row.plan });
    case "seats": {
      const { seats, used, included } = row;
      return message("invoice.row.seats", { seats, each: moneyInWords(row.each, currency, language), used, included });
    }
    case "discount":
      return message("invoice.row.discount", { name: oneLine(row.name) });
    case "credit":
      return message("invoice.row.credit", { name: oneLine(row.name) });
    case "unused":
      return message("invoice.row.unused", { plan: row.plan, days: row.days, of: row.of });
    case "rest":
      return message("invoice.row.rest", { plan: row.plan, days: row.days, of: row.of });
  }
}

type Doc = ConstructorParameters<typeof PdfText>[0];

/** The number of the invoice and of the page, below each page. */
function numberPages(doc: Doc, text: PdfText, number: string, say: (text: Message) => string): void {
  const { count } = doc.bufferedPageRange();
  for (let page = 0; page < count; page += 1) {
    doc.switchToPage(page);
    text.line(number, MARGIN, HEIGHT - 50, { size: 8 });
    const line = say(message("invoice.page", { page: page + 1, pages: count }));
    text.line(line, RIGHT - text.width(line, { size: 8 }), HEIGHT - 50, { size: 8 });
  }
}

/** Rows of the invoice below the parties: a label and its value. */
function factsOf(
  { number, issued, due, content }: PrintedInvoice,
  say: (text: Message) => string,
): readonly (readonly [Message, string])[] {
  const { language } = content;
  const day = (at: string): string => dayInWords(new Date(`${at}T00:00:00Z`), language);
  return [
    [message("invoice.number"), number],
    [message("invoice.issued"), dayInWords(issued, language)],
    ...(due ? [[message("invoice.due"), dayInWords(due, language)] satisfies [Message, string]] : []),
    [message("invoice.period"), say(message("invoice.days", { from: day(content.from), to: day(content.to) }))],
    ...(content.about === undefined ? [] : [[message("invoice.about"), content.about] satisfies [Message, string]]),
  ];
}

/** The place on the pages where the next line is drawn. */
class Sheet {
  y = MARGIN;
  readonly doc: Doc;
  readonly text: PdfText;
  constructor(doc: Doc) {
    this.doc = doc;
    this.text = new PdfText(doc);
  }

  atRight(line: string, weight: "400" | "600" = "400"): void {
    this.text.line(line, RIGHT - this.text.width(line, { weight }), this.y, { weight });
  }

  /** Begins a page where a height does not fit on this one. @returns whether it began one */
  room(height: number): boolean {
    if (this.y + height <= BOTTOM) return false;
    this.doc.addPage();
    this.y = MARGIN;
    return true;
  }

  rule(): void {
    this.doc.moveTo(MARGIN, this.y).lineTo(RIGHT, this.y).lineWidth(0.5).stroke();
  }
}

type Say = (text: Message) => string;

/** Draws both parties next to each other, and moves below them. */
function drawParties(sheet: Sheet, { seller, buyer }: InvoiceContent, say: Say): void {
  const { text } = sheet;
  const party = (label: Message, { name, address, tax_id, reference }: Party, x: number): number => {
    let below = sheet.y;
    text.line(say(label), x, below, { weight: "600" });
    const lines = [
      ...(tax_id === "" ? [] : [say(message("invoice.tax_id", { id: oneLine(tax_id) }))]),
      ...(reference === undefined ? [] : [say(message("invoice.reference", { reference: oneLine(reference) }))]),
    ];
    for (const line of [oneLine(name), address, ...lines].flatMap((part) => text.wrap(part, PARTY_WIDTH))) {
      below += LINE;
      text.line(line, x, below);
    }
    return below;
  };
  const sellerEnd = party(message("invoice.from"), seller, MARGIN);
  sheet.y = Math.max(sellerEnd, party(message("invoice.to"), buyer, RIGHT - PARTY_WIDTH)) + 2 * LINE;
}

/** Draws the rows; each page repeats the headings. */
function drawRows(sheet: Sheet, content: InvoiceContent, say: Say): void {
  const { text } = sheet;
  const head = (): void => {
    text.line(say(message("invoice.description")), MARGIN, sheet.y, { weight: "600" });
    sheet.atRight(say(message("invoice.amount")), "600");
    sheet.y += LINE;
    sheet.rule();
    sheet.y += 4;
  };
  head();
  for (const row of content.rows) {
    text.wrap(say(rowText(row, content)), RIGHT - MARGIN - AMOUNT_WIDTH).forEach((line, at) => {
      if (sheet.room(LINE)) head();
      text.line(line, MARGIN, sheet.y);
      if (at === 0) sheet.atRight(moneyInWords(row.cents, content.currency, content.language));
      sheet.y += LINE;
    });
  }
}

/** Draws the sums, together on one page. */
function drawSums(
  sheet: Sheet,
  { net, tax, gross, tax_basis_points, currency, language }: InvoiceContent,
  say: Say,
): void {
  sheet.room(4 * LINE);
  sheet.rule();
  sheet.y += 6;
  const percent = new Intl.NumberFormat(LOCALES[language], { style: "percent", maximumFractionDigits: 2 });
  const rate = percent.format(tax_basis_points / 10_000);
  const sums = [
    [message("invoice.net"), net, "400"],
    [message("invoice.tax", { rate }), tax, "400"],
    [message("invoice.gross"), gross, "600"],
  ] as const;
  for (const [label, cents, weight] of sums) {
    sheet.text.line(say(label), RIGHT - 2 * AMOUNT_WIDTH, sheet.y, { weight });
    sheet.atRight(moneyInWords(cents, currency, language), weight);
    sheet.y += LINE;
  }
}

/** Makes the PDF. */
export async function invoicePdf(invoice: PrintedInvoice): Promise<Uint8Array> {
  // Loaded when the first one is made: a server that prints none does not need it.
  const { default: PDFDocument } = await import("pdfkit");
  const { number, kind, issued, content } = invoice;
  const say: Say = (text) => formatMessage(text, content.language);
  const title = say(kind === "invoice" ? message("invoice.title") : message("invoice.credit_title"));
  const doc = new PDFDocument({
    size: [WIDTH, HEIGHT],
    margin: 0,
    bufferPages: true,
    lang: LOCALES[content.language],
    // Without it, a standard font is loaded from files of the library. Its types know paths alone.
    font: fontFile("latin", "400") as unknown as string,
    // The identifier of the file is computed from these.
    info: { Title: `${title} ${number}`, Author: content.seller.name, CreationDate: issued, ModDate: issued },
  });
  const chunks: Uint8Array[] = [];
  doc.on("data", (chunk: Uint8Array) => chunks.push(chunk));
  const ended = new Promise<void>((resolve, reject) => {
    doc.once("end", resolve);
    doc.once("error", reject);
  });
  const sheet = new Sheet(doc);
  sheet.text.line(title, MARGIN, sheet.y, { size: 20, weight: "600" });
  sheet.y += 36;
  drawParties(sheet, content, say);
  for (const [label, value] of factsOf(invoice, say)) {
    sheet.room(LINE);
    sheet.text.line(say(label), MARGIN, sheet.y);
    sheet.text.line(value, MARGIN + 120, sheet.y);
    sheet.y += LINE;
  }
  sheet.y += LINE;
  drawRows(sheet, content, say);
  drawSums(sheet, content, say);
  numberPages(doc, sheet.text, number, say);
  doc.end();
  await ended;
  return Buffer.concat(chunks);
}
