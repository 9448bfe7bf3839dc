/**
 * Adds a button to whatever has `data-copy`, the button's text, that copies its content; of a link, its address. Without
 * scripts there is none.
 */

for (const shown of document.querySelectorAll<HTMLElement>("[data-copy]")) {
  const { copy = "", copied = "" } = shown.dataset;
  const button = document.createElement("button");
  button.type = "button";
  button.textContent = copy;
  const said = document.createElement("span");
  said.setAttribute("role", "status");
  button.addEventListener("click", () => {
    void navigator.clipboard
      .writeText(shown instanceof HTMLAnchorElement ? shown.href : (shown.textContent ?? ""))
      .then(() => {
        said.textContent = copied;
      });
  });
  const line = document.createElement("p");
  line.className = "copy-line";
  line.append(button, " ", said);
  shown.after(line);
}
