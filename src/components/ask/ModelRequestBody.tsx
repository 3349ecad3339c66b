import { CodeSnippet } from "../ui/CodeSnippet.tsx";

/** The body of a request to a model, as it is sent. The escaped line breaks of the JSON are shown as such, and the text is broken after each. */
export const ModelRequestBody = ({ body }: { body: string }) => (
  <CodeSnippet
    overflow="wrap"
    lines={body.split(/(?<=\\n)/).map((text) => ({ number: null, parts: [{ text, match: false }] }))}
  />
);
