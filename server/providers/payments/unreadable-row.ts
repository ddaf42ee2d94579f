/** A row of a list that could not be parsed. `key` is its id, or a hash of it. */
export type UnreadableRow = { list: string; key: string; reason: string }

/** Receives the unreadable rows of a list, and the other rows go on. Without it such a row ends the list with `PaymentsUnavailable`. */
export type OnUnreadable = (row: UnreadableRow) => void

/** Rows created before `to`, or all if it is left out. */
export type ListOptions = { to?: Date | undefined; onUnreadable?: OnUnreadable | undefined }
