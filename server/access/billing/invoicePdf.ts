/** The PDF of an invoice. The same invoice gives the same bytes. */
import type { InvoiceContent, InvoiceRow, Party } from "../../../contract/invoices.ts";
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

const money = (cents: number, currency: string, language: Language): string =>
  new Intl.NumberFormat(LOCALES[language], { style: "currency", currency, currencyDisplay: "code" })
    .format(cents / 100)
    .replaceAll(/\s/g, " ");

const date = (at: Date, language: Language): string =>
  new Intl.DateTimeFormat(LOCALES[language], { dateStyle: "long", timeZone: "UTC" }).format(at);

function rowText(row: InvoiceRow, { currency, language }: InvoiceContent): Message {
  switch (row.kind) {
    case "plan":
      return row.period === "monthly"
        ? message("invoice.row.monthly", { plan: row.plan })
        : message("invoice.row.yearly", { plan: row.plan });
    case "seats": {
      const { seats, used, included } = row;
      return message("invoice.row.seats", { seats, each: money(row.each, currency, language), used, included });
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

/** What is below the parties. */
function factsOf(
  { number, issued, due, content }: PrintedInvoice,
  say: (text: Message) => string,
): readonly (readonly [Message, string])[] {
  const { language } = content;
  const day = (at: string): string => date(new Date(`${at}T00:00:00Z`), language);
  return [
    [message("invoice.number"), number],
    [message("invoice.issued"), date(issued, language)],
    ...(due ? [[message("invoice.due"), date(due, language)] satisfies [Message, string]] : []),
    [message("invoice.period"), say(message("invoice.days", { from: day(content.from), to: day(content.to) }))],
    ...(content.about === undefined ? [] : [[message("invoice.about"), content.about] satisfies [Message, string]]),
  ];
}

/** Makes the PDF. */
export async function invoicePdf({ number, kind, issued, due, content }: PrintedInvoice): Promise<Uint8Array> {
  // Loaded when the first one is made: a server that prints none does not need it.
  const { default: PDFDocument } = await import("pdfkit");
  const { language, currency } = content;
  const say = (text: Message): string => formatMessage(text, language);
  const title = say(kind === "invoice" ? message("invoice.title") : message("invoice.credit_title"));
  const doc = new PDFDocument({
    size: [WIDTH, HEIGHT],
    margin: 0,
    bufferPages: true,
    lang: LOCALES[language],
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
  const text = new PdfText(doc);
  const atRight = (line: string, y: number, weight: "400" | "600" = "400"): void => {
    text.line(line, RIGHT - text.width(line, { weight }), y, { weight });
  };
  let y = MARGIN;
  const newPage = (): void => {
    doc.addPage();
    y = MARGIN;
  };
  const room = (height: number): void => {
    if (y + height > BOTTOM) newPage();
  };

  text.line(title, MARGIN, y, { size: 20, weight: "600" });
  y += 36;
  const party = (label: Message, { name, address, tax_id }: Party, x: number): number => {
    let below = y;
    text.line(say(label), x, below, { weight: "600" });
    const lines = [
      oneLine(name),
      address,
      ...(tax_id === "" ? [] : [say(message("invoice.tax_id", { id: oneLine(tax_id) }))]),
    ];
    for (const line of lines.flatMap((one) => text.wrap(one, PARTY_WIDTH))) {
      below += LINE;
      text.line(line, x, below);
    }
    return below;
  };
  y = Math.max(
    party(message("invoice.from"), content.seller, MARGIN),
    party(message("invoice.to"), content.buyer, RIGHT - PARTY_WIDTH),
  );
  y += 2 * LINE;
  const facts = factsOf({ number, kind, issued, due, content }, say);
  for (const [label, value] of facts) {
    room(LINE);
    text.line(say(label), MARGIN, y);
    text.line(value, MARGIN + 120, y);
    y += LINE;
  }
  y += LINE;

  const head = (): void => {
    text.line(say(message("invoice.description")), MARGIN, y, { weight: "600" });
    atRight(say(message("invoice.amount")), y, "600");
    y += LINE;
    doc.moveTo(MARGIN, y).lineTo(RIGHT, y).lineWidth(0.5).stroke();
    y += 4;
  };
  head();
  for (const row of content.rows) {
    text.wrap(say(rowText(row, content)), RIGHT - MARGIN - AMOUNT_WIDTH).forEach((line, at) => {
      if (y + LINE > BOTTOM) {
        newPage();
        head();
      }
      text.line(line, MARGIN, y);
      if (at === 0) atRight(money(row.cents, currency, language), y);
      y += LINE;
    });
  }
  // The sums stay together.
  room(4 * LINE);
  doc.moveTo(MARGIN, y).lineTo(RIGHT, y).lineWidth(0.5).stroke();
  y += 6;
  const rate = new Intl.NumberFormat(LOCALES[language], { style: "percent", maximumFractionDigits: 2 }).format(
    content.tax_basis_points / 10_000,
  );
  const sums = [
    [message("invoice.net"), content.net, "400"],
    [message("invoice.tax", { rate }), content.tax, "400"],
    [message("invoice.gross"), content.gross, "600"],
  ] as const;
  for (const [label, cents, weight] of sums) {
    const amount = money(cents, currency, language);
    text.line(say(label), RIGHT - 2 * AMOUNT_WIDTH, y, { weight });
    atRight(amount, y, weight);
    y += LINE;
  }

  numberPages(doc, text, number, say);
  doc.end();
  await ended;
  return Buffer.concat(chunks);
}
