/** Learns of writes. `onWrite` is called when a statement or a transaction has ended, whether or not it succeeded. */
export type WriteReports = { isWrite: (statement: string) => boolean; onWrite: () => void }

type Sent = { text: string }
type Result = { rowCount: number | null }
type Send<Config extends Sent, Given extends Result> = (config: Config) => Promise<Given>

/** Calls `onWrite` after each statement that wrote, and after one whose outcome is unknown, as after a lost connection. */
export function reportWrites<Config extends Sent, Given extends Result>(
  send: Send<Config, Given>,
  { isWrite, onWrite }: WriteReports,
): Send<Config, Given> {
  return async (config) => {
    if (!isWrite(config.text)) return send(config)
    let hasChanged = true
    try {
      const result = await send(config)
      hasChanged = result.rowCount !== 0 || hidesRows.test(config.text)
      return result
    } finally {
      if (hasChanged) onWrite()
    }
  }
}

/** The count of such a statement is that of its last part. */
const hidesRows = /^\s*(?:with|truncate)\b/i

/** Runs a transaction, and calls `onWrite` once at its end if one of its statements wrote. */
export async function reportOnceAtEnd<Done>(
  { isWrite, onWrite }: WriteReports,
  run: (reports: WriteReports) => Promise<Done>,
): Promise<Done> {
  let hasWritten = false
  try {
    return await run({ isWrite, onWrite: () => (hasWritten = true) })
  } finally {
    if (hasWritten) onWrite()
  }
}

export const noReports: WriteReports = { isWrite: () => false, onWrite: () => {} }
