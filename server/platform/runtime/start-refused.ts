/** Stops the start. The message is for the person who starts the server: one sentence with the remedy, and no stack. */
export class StartRefused extends Error {
  override name = 'StartRefused'
}
