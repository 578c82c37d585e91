/** Return whether a mouse or a finger made a click: Enter and Space on a button click it too, with a `detail` of 0. */
export function clickedByPointer(event: Pick<UIEvent, "detail" | "type">): boolean {
  return event.detail > 0 || event.type === "contextmenu";
}
