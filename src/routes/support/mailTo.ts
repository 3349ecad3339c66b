/** A mailto address. Line breaks are CRLF in it (RFC 6068). Without `to` the person names the receiver. */
export function mailTo({ to, subject, body }: { to: string | null; subject: string; body: string }): string {
  const text = encodeURIComponent(body.replace(/\r?\n/g, "\r\n"));
  return `mailto:${encodeURIComponent(to ?? "").replace("%40", "@")}?subject=${encodeURIComponent(subject)}&body=${text}`;
}
