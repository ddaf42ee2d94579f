/** Stops the start. The message is for the person who starts the server: one sentence with the remedy, and no stack. */
export class StartRefused extends Error {
  override name = 'StartRefused'
}

/** A service outside did not respond, or not in time. The same work may succeed later. */
export class Outage extends Error {}

/** Throws one of the failures, if there are any. An outage is expected, and must not hide another error. */
export function throwOneFailure(failures: readonly unknown[]): void {
  if (failures.length > 0) throw failures.find((error) => !(error instanceof Outage)) ?? failures[0]
}
