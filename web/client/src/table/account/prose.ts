/** The little of Markdown that the documents are written in: a heading, paragraphs, numbered clauses, strong words. */

export type Block =
  | { readonly kind: "heading"; readonly text: string }
  | { readonly kind: "text"; readonly text: string }
  | { readonly kind: "clauses"; readonly items: readonly string[] };

/** Return the blocks of a document. Whatever is no heading and no clause is a paragraph, as it stands. */
export function blocks(markdown: string): readonly Block[] {
  return markdown
    .split(/\n{2,}/)
    .map((part) => part.trim())
    .filter((part) => part !== "")
    .map(block);
}

function block(part: string): Block {
  if (part.startsWith("# ")) return { kind: "heading", text: part.slice(2) };
  if (!/^\d+\. /.test(part)) return { kind: "text", text: joined(part) };
  const items = part.split(/\n(?=\d+\. )/).map((item) => joined(item.replace(/^\d+\. /, "")));
  return { kind: "clauses", items };
}

const joined = (text: string): string => text.replaceAll(/\s*\n\s*/g, " ");

/** Return the runs of a text, and which of them are strong. */
export function spans(text: string): readonly { readonly text: string; readonly strong: boolean }[] {
  return text
    .split("**")
    .map((run, index) => ({ text: run, strong: index % 2 === 1 }))
    .filter((run) => run.text !== "");
}
