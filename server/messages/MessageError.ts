import { type Message, englishText } from "./messages.ts";

/** An error whose reason people read in their language: `text` is the message, `message` its English text, for logs. */
export abstract class MessageError extends Error {
  readonly text: Message;

  constructor(text: Message, options?: ErrorOptions) {
    super(englishText(text), options);
    this.text = text;
  }
}
