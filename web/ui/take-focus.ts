/** A ref for a heading that appears after a step: it takes the focus, because the button or dialog that had it is gone. */
export const takeFocus = (heading: HTMLElement | null) => heading?.focus()
