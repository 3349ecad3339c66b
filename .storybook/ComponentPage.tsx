import { Controls, Description, Primary, Stories, Subtitle, Title, useOf } from "@storybook/addon-docs/blocks";
import type { Usage } from "./usage.ts";

/** The page of documentation of a component: playground, controls, do and don't, keys, and every story. */
export function ComponentPage() {
  return (
    <>
      <Title />
      <Subtitle />
      <Description />
      <Primary />
      <Controls />
      <UsageNotes />
      <Stories includePrimary={false} />
    </>
  );
}

function UsageNotes() {
  const { preparedMeta } = useOf("meta", ["meta"]);
  const usage = preparedMeta.parameters["usage"] as Usage | undefined;
  if (!usage) return null;
  const parts = [
    { title: "Do", texts: usage.do },
    { title: "Don’t", texts: usage.dont },
  ];
  return (
    <>
      <h2>Use</h2>
      {parts.map(({ title, texts }) => (
        <section key={title}>
          <h3>{title}</h3>
          <ul>
            {texts.map((text) => (
              <li key={text}>{text}</li>
            ))}
          </ul>
        </section>
      ))}
      <h3>Keyboard</h3>
      {usage.keys ? (
        <table>
          <thead>
            <tr>
              <th scope="col">Key</th>
              <th scope="col">Action</th>
            </tr>
          </thead>
          <tbody>
            {usage.keys.map(([key, action]) => (
              <tr key={key}>
                <td>{key}</td>
                <td>{action}</td>
              </tr>
            ))}
          </tbody>
        </table>
      ) : (
        <p>It takes no focus. What it contains has the keys of its own component.</p>
      )}
    </>
  );
}
