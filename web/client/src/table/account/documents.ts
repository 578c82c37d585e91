/** What players agree to, and what they have agreed to. */
import { client } from "../app/session.ts";
import { flag, list, nullable, oneOf, record, text, type Shape } from "../api/shape.ts";

const kind = oneOf("terms", "privacy", "monitoring", "marketing");
const members = { kind, version: text, sha256: text, mandatory: flag };

const documentsAnswer = record({ items: list(record(members)) });
export const documentText = record({ ...members, text });
export type DocumentText = Shape<typeof documentText>;
export type Document = Omit<DocumentText, "text">;

export const consents = record({
  current: flag,
  items: list(
    record({
      kind,
      current_version: text,
      mandatory: flag,
      agreed_version: nullable(text),
      agreed_at: nullable(text),
    }),
  ),
});
export type Consents = Shape<typeof consents>;

/** Return the documents in their current versions. */
export async function readDocuments(): Promise<readonly Document[]> {
  return (await client.call({ path: "/documents", read: documentsAnswer })).items;
}
