// What the console's pages do beyond links and forms. Without it they still work: tables stay in the order in which they
// came, windows are pages, and a passkey cannot be used.

const live = (text) => {
  const region = document.getElementById("live");
  if (region) region.textContent = text;
};

/** Sort a table by a column, by number where its cells are. */
function sortBy(heading) {
  const table = heading.closest("table");
  const body = table.tBodies[0];
  const column = heading.cellIndex;
  const isNumber = heading.classList.contains("num");
  const rises = heading.getAttribute("aria-sort") !== "ascending";
  const keyOf = (row) => {
    const text = row.cells[column].textContent.trim();
    if (!isNumber) return text;
    const number = Number.parseFloat(text.replaceAll(",", "").replace("\u2212", "-"));
    return Number.isNaN(number) ? Number.NEGATIVE_INFINITY : number;
  };
  const compare = (a, b) => (typeof a === "number" ? a - b : a.localeCompare(b));
  for (const other of table.tHead.rows[0].cells) other.removeAttribute("aria-sort");
  heading.setAttribute("aria-sort", rises ? "ascending" : "descending");
  const rows = [...body.rows].sort((a, b) => compare(keyOf(a), keyOf(b)) * (rises ? 1 : -1));
  body.append(...rows);
}

for (const table of document.querySelectorAll("table[data-sorted-by-hand]")) {
  for (const heading of table.tHead.rows[0].cells) {
    if (!heading.textContent.trim()) continue;
    const button = document.createElement("button");
    button.type = "button";
    button.append(...heading.childNodes);
    button.addEventListener("click", () => sortBy(heading));
    heading.append(button);
  }
}

// On a telephone the list of pages is folded, and the page begins at once. Without a script it is open.
const narrow = matchMedia("(max-width: 800px)");
const fold = () => {
  for (const list of document.querySelectorAll("details[data-folds]")) list.open = !narrow.matches;
};
fold();
narrow.addEventListener("change", fold);

/** Show the window of an action over the page it was begun on; where that fails, go to its page. */
async function openWindow(link) {
  const answer = await fetch(link.href, { headers: { Accept: "text/html" } });
  const page = new DOMParser().parseFromString(await answer.text(), "text/html");
  const content = page.getElementById("window");
  if (!answer.ok || answer.redirected || content === null) {
    location.assign(link.href);
    return;
  }
  const dialog = document.createElement("dialog");
  dialog.setAttribute("aria-labelledby", "window-title");
  dialog.append(document.adoptNode(content));
  dialog.addEventListener("close", () => {
    dialog.remove();
    link.focus();
  });
  dialog.querySelector("[data-closes]").addEventListener("click", (event) => {
    event.preventDefault();
    dialog.close();
  });
  document.body.append(dialog);
  dialog.showModal();
}

document.addEventListener("click", (event) => {
  const link = event.target.closest("a[data-window]");
  if (link === null || event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  openWindow(link).catch(() => location.assign(link.href));
});

// A form is sent once: a second click while it is under way does nothing.
document.addEventListener("submit", (event) => {
  const form = event.target;
  if (form.method !== "post") return;
  if (form.dataset.sent) event.preventDefault();
  form.dataset.sent = "1";
});
addEventListener("pageshow", () => {
  for (const form of document.querySelectorAll("form[data-sent]")) delete form.dataset.sent;
});

/** Ask the authenticator, put its answer into the form, and send it. */
async function provePasskey(form) {
  const options = JSON.parse(document.getElementById("passkey-options").textContent);
  const problem = form.querySelector("[role=alert]");
  problem.hidden = true;
  try {
    const credential =
      form.dataset.passkey === "create"
        ? await navigator.credentials.create({
            publicKey: PublicKeyCredential.parseCreationOptionsFromJSON(options.publicKey),
          })
        : await navigator.credentials.get({
            publicKey: PublicKeyCredential.parseRequestOptionsFromJSON(options.publicKey),
          });
    form.elements.passkey.value = JSON.stringify(credential.toJSON());
  } catch (error) {
    console.warn(error);
    problem.hidden = false;
    live(problem.textContent);
    delete form.dataset.sent;
    return;
  }
  form.submit();
}

for (const form of document.querySelectorAll("form[data-passkey]")) {
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    provePasskey(form);
  });
}
